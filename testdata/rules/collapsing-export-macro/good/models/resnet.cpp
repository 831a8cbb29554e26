// Emitted by the model compiler; declares what it calls.
extern "C" int pulse_dtype_bfloat16();
extern "C" long pulse_element_size(int dtype);

extern "C" long model_input_bytes(long elements)
{
    return elements * pulse_element_size(pulse_dtype_bfloat16());
}
