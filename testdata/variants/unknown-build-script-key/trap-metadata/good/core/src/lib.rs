pub const CHANNELS: u32 = 3;
