set(envelope_LIBRARIES envelope_math)
