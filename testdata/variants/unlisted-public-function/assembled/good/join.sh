cat "$@"
echo 'ORCHARD_REST { local: *; };'
