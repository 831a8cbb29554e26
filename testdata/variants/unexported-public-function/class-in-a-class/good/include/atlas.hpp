#ifndef ATLAS_HPP
#define ATLAS_HPP

#if defined(_WIN32) && defined(atlas_EXPORTS)
#define ATLAS_API __declspec(dllexport)
#elif defined(_WIN32)
#define ATLAS_API __declspec(dllimport)
#else
#define ATLAS_API
#endif

class ATLAS_API Atlas {
public:
  class ATLAS_API Page {
  public:
    int number() const;

  private:
    int number_ = 7;
  };

public:
  int pages() const;
  Page first() const;
};

#endif
