#ifndef LEDGER_HPP
#define LEDGER_HPP

#include "ledger_config.hpp"

#if defined(_WIN32)
#if defined(ledger_EXPORTS)
#define LEDGER_API __declspec(dllexport)
#else
#define LEDGER_API __declspec(dllimport)
#endif
#define LEDGER_TYPE
#else
#define LEDGER_API LEDGER_PUBLIC
#define LEDGER_TYPE LEDGER_PUBLIC_TYPE
#endif

class LEDGER_TYPE Ledger {
public:
  LEDGER_API void open();
  LEDGER_API void add(int row);
  LEDGER_API void close();
  LEDGER_API int rows() const;
  LEDGER_API bool is_open() const;

private:
  int rows_ = 0;
};

#endif
