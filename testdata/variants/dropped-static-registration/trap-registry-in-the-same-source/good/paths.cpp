#include "files.h"
#include "paths.h"

#include <map>

namespace {

  std::map<std::string, int> &all()
  {
    static std::map<std::string, int> paths;
    return paths;
  }

  void add_paths()
  {
    static tide::AddPath bin("bin", 3);
  }

  struct AddAll
  {
    AddAll()
    {
      add_paths();
    }
  };

  AddAll add_all;

}

namespace tide {

  AddPath::AddPath(const std::string &name, int value)
  {
    all()[name] = value;
  }

  int find_path(const std::string &name)
  {
    return absolute(all()[name]);
  }

}
