//! A folder of one sound model, one sound array of movies and one sound picture, and of many spoiled ones.

use std::fs;
use std::path::Path;

use ndarray::{Array, Array3, Dimension};
use ndarray_npy::{ReadNpyExt, WritableElement, WriteNpyExt};
use serde_json::{Value, json};

use crate::common::succeed;

/// Fills an empty folder.
pub(crate) fn fill(folder: &Path) {
    succeed(folder, "train TINY --steps 1 --out tiny.safetensors");
    succeed(
        folder,
        "frames --open tiny.safetensors --count 2 --out movies.npy",
    );
    pictures(folder);
    models(folder);
    movies(folder);
}

fn pictures(folder: &Path) {
    for name in ["pictures", "nothing", "broken", "small"] {
        fs::create_dir(folder.join(name)).expect("a new folder");
    }
    let edge = |side| {
        image::GrayImage::from_fn(side, side, |x, y| {
            image::Luma([if x > y { 200 } else { 50 }])
        })
    };
    edge(40)
        .save(folder.join("pictures/edge.png"))
        .expect("a picture is written");
    edge(40)
        .save_with_format(folder.join("photo.safetensors"), image::ImageFormat::Png)
        .expect("a picture is written");
    edge(10)
        .save(folder.join("small/edge.png"))
        .expect("a picture is written");
    write(&folder.join("broken/text.png"), b"no picture at all");
}

fn models(folder: &Path) {
    let sound = ModelFile::read(&folder.join("tiny.safetensors"));
    let spoil = |name: &str, change: &dyn Fn(&mut ModelFile)| {
        let mut spoiled = sound.clone();
        change(&mut spoiled);
        write(&folder.join(name), &spoiled.to_bytes());
    };
    spoil("other.safetensors", &|model| {
        model.header["__metadata__"] = json!({})
    });
    spoil("version.safetensors", &|model| {
        model.header["__metadata__"]["cellscope_version"] = json!("3")
    });
    spoil("format.safetensors", &|model| {
        model.header["__metadata__"]["cellscope_version"] = json!("one")
    });
    spoil("escape.safetensors", &|model| {
        model.header["__metadata__"]["cellscope_version"] = json!("\u{1b}[2J\nthree")
    });
    spoil("newer.safetensors", &|model| {
        model.header["__metadata__"]["program"] = json!("99.1.0");
        model.change_config(|config| config["colour"] = json!("red"));
    });
    spoil("config.safetensors", &|model| {
        model.header["__metadata__"]["program"] = json!("0.0.9");
        model.change_config(|config| config["colour"] = json!("red"))
    });
    spoil("range.safetensors", &|model| {
        model.change_config(|config| config["model"]["alpha"] = json!(-1.0))
    });
    spoil("away.safetensors", &|model| {
        model.change_config(|config| config["source"] = json!({ "images": ["gone"] }))
    });
    spoil("stateless.safetensors", &|model| {
        model.header["__metadata__"]["state"] = json!("");
    });
    spoil("negative.safetensors", &|model| model.set_first("A", -0.5));
    spoil("nan.safetensors", &|model| model.set_first("W", f32::NAN));
    spoil("mean.safetensors", &|model| {
        model.set_first("simple_moment", 1e38);
    });
    spoil("norm.safetensors", &|model| model.set_first("W", 3.0));
    spoil("shape.safetensors", &|model| {
        model.header["W"]["shape"] = json!([20, 64])
    });
    spoil("tensorless.safetensors", &|model| {
        let tensor = model.header["simple_use"].clone();
        model.remove("simple_use");
        model.header["other_use"] = tensor;
    });
    states(&sound, folder);
    let bytes = sound.to_bytes();
    write(
        &folder.join("truncated.safetensors"),
        &bytes[..bytes.len() / 2],
    );
    write(&folder.join("empty.safetensors"), b"");
}

/// States from which learning would lead to a file that does not open, or to a panic.
fn states(sound: &ModelFile, folder: &Path) {
    let spoil = |name: &str, pointer: &str, value: Value| {
        let mut spoiled = sound.clone();
        spoiled.change("state", |state| {
            let place = state.pointer_mut(pointer);
            *place.unwrap_or_else(|| panic!("{pointer} in {name}")) = value.clone();
        });
        write(&folder.join(name), &spoiled.to_bytes());
    };
    spoil("stretch.safetensors", "/history/stretch", json!(0));
    let energy = "/history/points/0/energies/reconstruction";
    spoil("energy.safetensors", energy, json!(1.7e308));
    spoil("elapsed.safetensors", "/elapsed_secs", json!(1e300));
    spoil("steps.safetensors", "/step", json!(u64::MAX));
    // It can be stored, but not one more.
    spoil("last_step.safetensors", "/step", json!(1_u64 << 53));
    spoil("order.safetensors", "/history/points/0/step", json!(7));
    spoil(
        "density.safetensors",
        "/history/points/0/simple_density",
        json!(2.5),
    );
    spoil("stuck.safetensors", "/generator/s", json!([0, 0, 0, 0]));
}

fn movies(folder: &Path) {
    let sound = fs::read(folder.join("movies.npy")).expect("movies are there");
    let array = Array3::<f32>::read_npy(sound.as_slice()).expect("movies are an array");
    let save = |name: &str, bytes: Vec<u8>| write(&folder.join(name), &bytes);
    let with = |value| {
        let mut spoiled = array.clone();
        spoiled[[1, 2, 3]] = value;
        npy(&spoiled)
    };
    save("nan.npy", with(f32::NAN));
    save("bright.npy", with(1e10));
    save("double.npy", npy(&array.mapv(f64::from)));
    save("flat.npy", npy(&Array::from_iter(array.iter().copied())));
    save("wide.npy", npy(&Array3::<f32>::zeros((2, 3, 65))));
    save("none.npy", npy(&Array3::<f32>::zeros((0, 3, 64))));
    save("cut.npy", sound[..sound.len() - 4].to_vec());
    // A header that promises terabytes of movies, which are not there.
    let boast = with_shape(&sound, "(2, 3, 64)", "(2000000000, 3, 64)");
    save("boast.npy", boast);
    let absurd = with_shape(
        &sound,
        "(2, 3, 64)",
        "(0, 9000000000000000000, 9000000000000000000)",
    );
    save("absurd.npy", absurd);
    // A folder that holds what `encode` and `export` would write: one file, and a folder of such a name.
    fs::create_dir_all(folder.join("taken/A.npy")).expect("a new folder");
    save("taken/z.npy", sound);
}

fn npy<A: WritableElement, D: Dimension>(array: &Array<A, D>) -> Vec<u8> {
    let mut bytes = Vec::new();
    array
        .write_npy(&mut bytes)
        .expect("an array in memory is written");
    bytes
}

/// An .npy file whose header claims another shape; the padding after it gives the room.
fn with_shape(npy: &[u8], old: &str, new: &str) -> Vec<u8> {
    let text: String = npy.iter().map(|&byte| char::from(byte)).collect();
    let padding = " ".repeat(new.len() - old.len());
    let (header, data) = text.split_once('\n').expect("a header ends with a line");
    let changed = header.replacen(old, new, 1);
    let header = changed
        .strip_suffix(&padding)
        .expect("the header is padded");
    assert_ne!(header, text, "the shape is in the header");
    let bytes = format!("{header}\n{data}");
    bytes.chars().map(|symbol| symbol as u8).collect()
}

fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a file is written");
}

/// A safetensors file in its two parts: a header in JSON and the bytes of the tensors.
#[derive(Clone)]
struct ModelFile {
    header: Value,
    data: Vec<u8>,
}

impl ModelFile {
    fn read(path: &Path) -> Self {
        let bytes = fs::read(path).expect("the model is there");
        let (length, rest) = bytes
            .split_first_chunk::<8>()
            .expect("a length comes first");
        let (header, data) = rest.split_at(u64::from_le_bytes(*length) as usize);
        Self {
            header: serde_json::from_slice(header).expect("the header is JSON"),
            data: data.to_vec(),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let header = self.header.to_string();
        let length = (header.len() as u64).to_le_bytes();
        [&length, header.as_bytes(), &self.data].concat()
    }

    fn change_config(&mut self, change: impl Fn(&mut Value)) {
        self.change("config", change);
    }

    /// Changes an entry of JSON.
    fn change(&mut self, entry: &str, change: impl Fn(&mut Value)) {
        let stored = &mut self.header["__metadata__"][entry];
        let mut value = serde_json::from_str(stored.as_str().expect("a text")).expect("JSON");
        change(&mut value);
        *stored = json!(value.to_string());
    }

    fn remove(&mut self, tensor: &str) {
        let tensors = self.header.as_object_mut().expect("an object");
        tensors.remove(tensor);
    }

    /// Sets the first value of a tensor.
    fn set_first(&mut self, tensor: &str, value: f32) {
        let start = &self.header[tensor]["data_offsets"][0];
        let start = start.as_u64().expect("an offset") as usize;
        self.data[start..start + 4].copy_from_slice(&value.to_le_bytes());
    }
}
