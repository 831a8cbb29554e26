#define LOW 110
