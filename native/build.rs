//! Lets the linker leave Node's own symbols open: they are found when Node loads the addon.

fn main() {
    napi_build::setup();
}
