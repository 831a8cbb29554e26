/* As much as the proof needs: the SDK is not at hand. */
int getpid(void);
