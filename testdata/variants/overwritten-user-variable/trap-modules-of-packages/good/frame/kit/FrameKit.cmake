set(FRAME_KIT read)
