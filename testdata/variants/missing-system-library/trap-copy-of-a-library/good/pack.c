#include <zlib.h>

int pack_end(z_stream *stream);

int pack_end(z_stream *stream)
{
    return deflateEnd(stream);
}
