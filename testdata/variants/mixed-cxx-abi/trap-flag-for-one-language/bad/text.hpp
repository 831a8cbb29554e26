#pragma once
struct Text {
  virtual ~Text();
  virtual int size();
};
