from skbuild import setup

setup(name="drive", packages=[])
