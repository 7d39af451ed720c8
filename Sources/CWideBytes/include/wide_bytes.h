#ifndef WIDE_BYTES_H
#define WIDE_BYTES_H

#endif
