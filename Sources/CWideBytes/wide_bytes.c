#include "wide_bytes.h"
