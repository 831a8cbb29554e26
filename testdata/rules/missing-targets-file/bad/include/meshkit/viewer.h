#ifndef MESHKIT_VIEWER_H
#define MESHKIT_VIEWER_H

/* Lines on the screen for a closed mesh. Needs the component viewer. */
int meshkit_viewer_lines(int vertices, int faces);

#endif
