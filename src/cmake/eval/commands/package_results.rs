//! What CMake's own find modules leave: variables and targets, as data.
use std::sync::Arc;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::value::{Origin, Value};
use crate::cmake::lang::condition;
use crate::cond::Cond;

/// Results that are normal variables: package, result, the cache entries of which the first that is found holds it
/// (cmake-modules(7), "Result Variables" and "Cache Variables" of each module).
const RESULTS: &[(&str, &str, &[&str])] = &[
    ("ALSA", "ALSA_INCLUDE_DIRS", &["ALSA_INCLUDE_DIR"]),
    ("ALSA", "ALSA_LIBRARIES", &["ALSA_LIBRARY"]),
    ("Backtrace", "Backtrace_INCLUDE_DIRS", &["Backtrace_INCLUDE_DIR"]),
    ("Backtrace", "Backtrace_LIBRARIES", &["Backtrace_LIBRARY"]),
    ("Boost", "Boost_INCLUDE_DIRS", &["Boost_INCLUDE_DIR"]),
    ("BZip2", "BZIP2_INCLUDE_DIRS", &["BZIP2_INCLUDE_DIR"]),
    ("BZip2", "BZIP2_LIBRARIES", &["BZIP2_LIBRARIES", "BZIP2_LIBRARY_RELEASE"]),
    ("Cups", "CUPS_INCLUDE_DIRS", &["CUPS_INCLUDE_DIR"]),
    ("Cups", "CUPS_LIBRARIES", &["CUPS_LIBRARIES"]),
    ("CURL", "CURL_INCLUDE_DIRS", &["CURL_INCLUDE_DIR"]),
    ("CURL", "CURL_LIBRARIES", &["CURL_LIBRARY", "CURL_LIBRARY_RELEASE"]),
    ("CURL", "CURL_LIBRARY", &["CURL_LIBRARY", "CURL_LIBRARY_RELEASE"]),
    ("EXPAT", "EXPAT_INCLUDE_DIRS", &["EXPAT_INCLUDE_DIR"]),
    ("EXPAT", "EXPAT_LIBRARIES", &["EXPAT_LIBRARY", "EXPAT_LIBRARY_RELEASE"]),
    ("EXPAT", "EXPAT_LIBRARY", &["EXPAT_LIBRARY", "EXPAT_LIBRARY_RELEASE"]),
    ("Fontconfig", "Fontconfig_INCLUDE_DIRS", &["Fontconfig_INCLUDE_DIR"]),
    ("Fontconfig", "Fontconfig_LIBRARIES", &["Fontconfig_LIBRARY"]),
    ("Freetype", "FREETYPE_LIBRARY", &["FREETYPE_LIBRARY_RELEASE", "FREETYPE_LIBRARY"]),
    ("GIF", "GIF_INCLUDE_DIRS", &["GIF_INCLUDE_DIR"]),
    ("GIF", "GIF_LIBRARIES", &["GIF_LIBRARY"]),
    ("GLEW", "GLEW_INCLUDE_DIRS", &["GLEW_INCLUDE_DIR"]),
    ("GLEW", "GLEW_LIBRARIES", &["GLEW_SHARED_LIBRARY_RELEASE", "GLEW_LIBRARY"]),
    ("GLUT", "GLUT_INCLUDE_DIR", &["GLUT_INCLUDE_DIR"]),
    ("GLUT", "GLUT_INCLUDE_DIRS", &["GLUT_INCLUDE_DIR"]),
    ("GnuTLS", "GNUTLS_INCLUDE_DIRS", &["GNUTLS_INCLUDE_DIR"]),
    ("GnuTLS", "GNUTLS_LIBRARIES", &["GNUTLS_LIBRARY"]),
    ("GTest", "GTEST_INCLUDE_DIRS", &["GTEST_INCLUDE_DIR"]),
    ("GTest", "GTEST_LIBRARIES", &["GTEST_LIBRARY"]),
    ("GTest", "GTEST_MAIN_LIBRARIES", &["GTEST_MAIN_LIBRARY"]),
    ("Iconv", "Iconv_INCLUDE_DIRS", &["Iconv_INCLUDE_DIR"]),
    ("Intl", "Intl_INCLUDE_DIRS", &["Intl_INCLUDE_DIR"]),
    ("Jasper", "JASPER_INCLUDE_DIR", &["JASPER_INCLUDE_DIR"]),
    ("Jasper", "JASPER_LIBRARIES", &["JASPER_LIBRARY", "JASPER_LIBRARY_RELEASE"]),
    ("JPEG", "JPEG_INCLUDE_DIRS", &["JPEG_INCLUDE_DIR"]),
    ("JPEG", "JPEG_LIBRARIES", &["JPEG_LIBRARY", "JPEG_LIBRARY_RELEASE"]),
    ("JPEG", "JPEG_LIBRARY", &["JPEG_LIBRARY", "JPEG_LIBRARY_RELEASE"]),
    ("LibArchive", "LibArchive_INCLUDE_DIRS", &["LibArchive_INCLUDE_DIR"]),
    ("LibArchive", "LibArchive_LIBRARIES", &["LibArchive_LIBRARY"]),
    ("LibLZMA", "LIBLZMA_INCLUDE_DIRS", &["LIBLZMA_INCLUDE_DIR"]),
    ("LibLZMA", "LIBLZMA_LIBRARIES", &["LIBLZMA_LIBRARY", "LIBLZMA_LIBRARY_RELEASE"]),
    ("LibLZMA", "LIBLZMA_LIBRARY", &["LIBLZMA_LIBRARY", "LIBLZMA_LIBRARY_RELEASE"]),
    ("LibXml2", "LIBXML2_INCLUDE_DIRS", &["LIBXML2_INCLUDE_DIR"]),
    ("LibXml2", "LIBXML2_LIBRARIES", &["LIBXML2_LIBRARY"]),
    ("LibXslt", "LIBXSLT_INCLUDE_DIRS", &["LIBXSLT_INCLUDE_DIR"]),
    ("LibXslt", "LIBXSLT_LIBRARIES", &["LIBXSLT_LIBRARY"]),
    ("LTTngUST", "LTTNGUST_INCLUDE_DIRS", &["LTTNGUST_INCLUDE_DIR"]),
    ("LTTngUST", "LTTNGUST_LIBRARIES", &["LTTNGUST_LIBRARY"]),
    ("OpenAL", "OPENAL_LIBRARY", &["OPENAL_LIBRARY"]),
    ("OpenCL", "OpenCL_INCLUDE_DIRS", &["OpenCL_INCLUDE_DIR"]),
    ("OpenCL", "OpenCL_LIBRARIES", &["OpenCL_LIBRARY"]),
    ("OpenSSL", "OPENSSL_CRYPTO_LIBRARIES", &["OPENSSL_CRYPTO_LIBRARY"]),
    ("OpenSSL", "OPENSSL_SSL_LIBRARIES", &["OPENSSL_SSL_LIBRARY"]),
    ("PNG", "PNG_LIBRARY", &["PNG_LIBRARY", "PNG_LIBRARY_RELEASE"]),
    ("PostgreSQL", "PostgreSQL_LIBRARIES", &["PostgreSQL_LIBRARY_RELEASE", "PostgreSQL_LIBRARY"]),
    ("PostgreSQL", "PostgreSQL_LIBRARY", &["PostgreSQL_LIBRARY", "PostgreSQL_LIBRARY_RELEASE"]),
    ("Protobuf", "Protobuf_INCLUDE_DIRS", &["Protobuf_INCLUDE_DIR"]),
    ("Protobuf", "PROTOBUF_INCLUDE_DIRS", &["Protobuf_INCLUDE_DIR"]),
    ("Protobuf", "Protobuf_LIBRARY", &["Protobuf_LIBRARY", "Protobuf_LIBRARY_RELEASE"]),
    ("Python", "Python_EXECUTABLE", &["_Python_EXECUTABLE"]),
    ("Python", "Python_INCLUDE_DIRS", &["_Python_INCLUDE_DIR"]),
    ("Python", "Python_LIBRARIES", &["_Python_LIBRARY_RELEASE"]),
    ("Python3", "Python3_EXECUTABLE", &["_Python3_EXECUTABLE"]),
    ("Python3", "Python3_INCLUDE_DIRS", &["_Python3_INCLUDE_DIR"]),
    ("Python3", "Python3_LIBRARIES", &["_Python3_LIBRARY_RELEASE"]),
    ("PythonLibs", "PYTHON_INCLUDE_DIRS", &["PYTHON_INCLUDE_DIR"]),
    ("PythonLibs", "PYTHON_LIBRARIES", &["PYTHON_LIBRARY"]),
    ("SQLite3", "SQLite3_INCLUDE_DIRS", &["SQLite3_INCLUDE_DIR"]),
    ("SQLite3", "SQLite3_LIBRARIES", &["SQLite3_LIBRARY"]),
    ("TIFF", "TIFF_INCLUDE_DIRS", &["TIFF_INCLUDE_DIR"]),
    ("TIFF", "TIFF_LIBRARIES", &["TIFF_LIBRARY_RELEASE", "TIFF_LIBRARY"]),
    ("TIFF", "TIFF_LIBRARY", &["TIFF_LIBRARY", "TIFF_LIBRARY_RELEASE"]),
    ("Vulkan", "Vulkan_INCLUDE_DIRS", &["Vulkan_INCLUDE_DIR"]),
    ("Vulkan", "Vulkan_LIBRARIES", &["Vulkan_LIBRARY"]),
    ("X11", "X11_INCLUDE_DIR", &["X11_X11_INCLUDE_PATH"]),
    ("XercesC", "XercesC_INCLUDE_DIRS", &["XercesC_INCLUDE_DIR"]),
    ("XercesC", "XercesC_LIBRARIES", &["XercesC_LIBRARY", "XercesC_LIBRARY_RELEASE"]),
    ("ZLIB", "ZLIB_INCLUDE_DIRS", &["ZLIB_INCLUDE_DIR"]),
    ("ZLIB", "ZLIB_LIBRARIES", &["ZLIB_LIBRARY", "ZLIB_LIBRARY_RELEASE"]),
    ("ZLIB", "ZLIB_LIBRARY", &["ZLIB_LIBRARY", "ZLIB_LIBRARY_RELEASE"]),
];

/// Results made of several entries, those that are found.
const LISTS: &[(&str, &str, &[&str])] = &[
    ("Freetype", "FREETYPE_INCLUDE_DIRS", &["FREETYPE_INCLUDE_DIR_ft2build", "FREETYPE_INCLUDE_DIR_freetype2"]),
    ("Freetype", "FREETYPE_LIBRARIES", &["FREETYPE_LIBRARY_RELEASE"]),
    ("GLUT", "GLUT_LIBRARIES", &["GLUT_glut_LIBRARY", "GLUT_Xmu_LIBRARY", "GLUT_Xi_LIBRARY"]),
    ("Lua", "LUA_LIBRARIES", &["LUA_LIBRARY", "LUA_MATH_LIBRARY"]),
    ("OpenGL", "OPENGL_INCLUDE_DIRS", &["OPENGL_INCLUDE_DIR"]),
    ("OpenSSL", "OPENSSL_LIBRARIES", &["OPENSSL_SSL_LIBRARY", "OPENSSL_CRYPTO_LIBRARY"]),
    ("PNG", "PNG_INCLUDE_DIR", &["PNG_PNG_INCLUDE_DIR", "ZLIB_INCLUDE_DIR"]),
    ("PNG", "PNG_INCLUDE_DIRS", &["PNG_PNG_INCLUDE_DIR", "ZLIB_INCLUDE_DIR"]),
    ("PNG", "PNG_LIBRARIES", &["PNG_LIBRARY_RELEASE", "ZLIB_LIBRARY_RELEASE"]),
    ("X11", "X11_LIBRARIES", &["X11_SM_LIB", "X11_ICE_LIB", "X11_X11_LIB", "X11_Xext_LIB"]),
];

/// Results that are empty unless the project asks for more (`FindPNG`: `PNG_STATIC` is not set).
const EMPTY: &[(&str, &str)] = &[("PNG", "PNG_DEFINITIONS")];

/// What CMake's own find modules define: package, targets (cmake-modules(7)).
const TARGETS: &[(&str, &[&str])] = &[
    ("ALSA", &["ALSA::ALSA"]),
    ("BLAS", &["BLAS::BLAS"]),
    ("BZip2", &["BZip2::BZip2"]),
    ("Boost", &["Boost::boost", "Boost::headers"]),
    ("CUDAToolkit", &["CUDA::cudart", "CUDA::cuda_driver", "CUDA::cublas", "CUDA::cudart_static", "CUDA::nvrtc"]),
    ("CURL", &["CURL::libcurl"]),
    ("EXPAT", &["EXPAT::EXPAT"]),
    ("Freetype", &["Freetype::Freetype"]),
    ("GIF", &["GIF::GIF"]),
    ("GLEW", &["GLEW::GLEW", "GLEW::glew"]),
    (
        "GTest",
        &["GTest::gtest", "GTest::gtest_main", "GTest::gmock", "GTest::gmock_main", "GTest::GTest", "GTest::Main"],
    ),
    ("Fontconfig", &["Fontconfig::Fontconfig"]),
    ("GLUT", &["GLUT::GLUT"]),
    ("GnuTLS", &["GnuTLS::GnuTLS"]),
    ("Iconv", &["Iconv::Iconv"]),
    ("JPEG", &["JPEG::JPEG"]),
    ("LAPACK", &["LAPACK::LAPACK"]),
    ("LibArchive", &["LibArchive::LibArchive"]),
    ("LibLZMA", &["LibLZMA::LibLZMA"]),
    ("LibXml2", &["LibXml2::LibXml2"]),
    ("LibXslt", &["LibXslt::LibXslt", "LibXslt::LibExslt"]),
    ("MPI", &["MPI::MPI_C", "MPI::MPI_CXX"]),
    ("OpenCL", &["OpenCL::OpenCL"]),
    ("OpenGL", &["OpenGL::GL", "OpenGL::OpenGL", "OpenGL::GLX", "OpenGL::EGL", "OpenGL::GLU"]),
    ("OpenMP", &["OpenMP::OpenMP_C", "OpenMP::OpenMP_CXX"]),
    ("OpenSSL", &["OpenSSL::SSL", "OpenSSL::Crypto"]),
    ("PNG", &["PNG::PNG"]),
    ("PostgreSQL", &["PostgreSQL::PostgreSQL"]),
    ("Protobuf", &["protobuf::libprotobuf", "protobuf::protoc"]),
    ("Python", &["Python::Python", "Python::Module", "Python::Interpreter", "Python::NumPy"]),
    ("Python3", &["Python3::Python", "Python3::Module", "Python3::Interpreter", "Python3::NumPy"]),
    ("SQLite3", &["SQLite::SQLite3"]),
    ("TIFF", &["TIFF::TIFF"]),
    ("Threads", &["Threads::Threads"]),
    ("Vulkan", &["Vulkan::Vulkan", "Vulkan::Headers"]),
    ("X11", &["X11::X11", "X11::Xext"]),
    ("ZLIB", &["ZLIB::ZLIB"]),
    ("hip", &["hip::host", "hip::device", "hip::amdhip64"]),
];

/// Other entries that show that a package was found: package, entries of which one suffices.
const EVIDENCE: &[(&str, &[&str])] = &[
    ("BISON", &["BISON_EXECUTABLE"]),
    ("Cython", &["CYTHON_EXECUTABLE"]),
    ("Doxygen", &["DOXYGEN_EXECUTABLE"]),
    ("FLEX", &["FLEX_EXECUTABLE"]),
    ("Gettext", &["GETTEXT_MSGFMT_EXECUTABLE"]),
    ("Git", &["GIT_EXECUTABLE"]),
    ("OpenMP", &["OpenMP_C_FLAGS", "OpenMP_CXX_FLAGS"]),
    ("Perl", &["PERL_EXECUTABLE"]),
    ("PkgConfig", &["PKG_CONFIG_EXECUTABLE"]),
    ("Protobuf", &["Protobuf_LIBRARY_RELEASE", "Protobuf_LIBRARY"]),
    ("PythonInterp", &["PYTHON_EXECUTABLE"]),
    ("SWIG", &["SWIG_EXECUTABLE"]),
    (
        "Threads",
        &[
            "CMAKE_HAVE_LIBC_PTHREAD",
            "CMAKE_HAVE_LIBC_CREATE",
            "CMAKE_HAVE_PTHREADS_CREATE",
            "CMAKE_HAVE_PTHREAD_CREATE",
            "THREADS_HAVE_PTHREAD_ARG",
        ],
    ),
    ("Vulkan", &["Vulkan_LIBRARY"]),
];

/// Whether a configured tree's cache shows that a package was found, by what its module looks for: a quiet search leaves
/// no message. Nothing for packages that are not known.
pub(super) fn shown_by_cache(machine: &Machine<'_>, package: &str) -> Option<bool> {
    if let Some((_, entries)) = EVIDENCE.iter().find(|(name, _)| *name == package) {
        return Some(entries.iter().any(|entry| told(machine, entry).is_some_and(|v| !condition::is_off(&v))));
    }
    let own = RESULTS.iter().chain(LISTS).filter(|(name, ..)| *name == package);
    let mut rows = own.map(|(_, _, entries)| entries.iter().any(|entry| told(machine, entry).is_some())).peekable();
    rows.peek()?;
    Some(rows.all(|found| found))
}

/// Whether something is known of a package's module.
pub(super) fn is_known(package: &str) -> bool {
    targets_known(package) || RESULTS.iter().chain(LISTS).any(|(name, ..)| *name == package)
}

/// Variables in which packages give folders of headers, whatever else they give (cmake-modules(7) of the modules; Eigen3Config.cmake,
/// OpenCVConfig.cmake and PCLConfig.cmake of the packages).
const FOLDERS: &[(&str, &[&str])] = &[
    ("CUDA", &["CUDA_INCLUDE_DIRS", "CUDA_TOOLKIT_INCLUDE"]),
    ("CUDAToolkit", &["CUDAToolkit_INCLUDE_DIRS"]),
    ("Eigen3", &["EIGEN3_INCLUDE_DIR", "EIGEN3_INCLUDE_DIRS"]),
    ("GDAL", &["GDAL_INCLUDE_DIR", "GDAL_INCLUDE_DIRS"]),
    ("HDF5", &["HDF5_INCLUDE_DIR", "HDF5_INCLUDE_DIRS"]),
    ("MPI", &["MPI_C_INCLUDE_DIRS", "MPI_C_INCLUDE_PATH", "MPI_CXX_INCLUDE_DIRS", "MPI_CXX_INCLUDE_PATH"]),
    ("OpenCV", &["OpenCV_INCLUDE_DIRS"]),
    ("PCL", &["PCL_INCLUDE_DIRS"]),
    ("Python", &["Python_INCLUDE_DIRS"]),
    ("Python3", &["Python3_INCLUDE_DIRS"]),
    ("PythonLibs", &["PYTHON_INCLUDE_DIR", "PYTHON_INCLUDE_DIRS", "PYTHON_INCLUDE_PATH"]),
];

/// Packages whose headers lie in the system's own folder wherever there are any, which is said in programs as `alsa/asoundlib.h`, `GL/gl.h`
/// and `X11/Xlib.h` (cmake-modules(7), `FindALSA`, `FindOpenGL` and `FindX11`; Debian's libasound2-dev, libgl-dev and libx11-dev).
const IN_SYSTEM_FOLDER: &[&str] = &["ALSA", "OpenGL", "X11"];

/// Whether a variable of a package is one of those in which it gives folders of headers that are not every system's own.
pub fn is_folder_of_package(package: &str, variable: &str) -> bool {
    let ends = ["_INCLUDE_DIR", "_INCLUDE_DIRS", "_INCLUDE_PATH"];
    let rows = RESULTS.iter().chain(LISTS).filter(|(name, ..)| *name == package);
    let mut folders = FOLDERS.iter().filter(|(name, _)| *name == package);
    if IN_SYSTEM_FOLDER.contains(&package) {
        return false;
    }
    folders.any(|(_, variables)| variables.contains(&variable))
        || ends.iter().any(|end| variable.ends_with(end))
            && rows.into_iter().any(|(_, result, entries)| *result == variable || entries.contains(&variable))
}

/// Modules of which the results hang on the components that were asked for, or may be empty where the C library has all (cmake-modules(7)).
const MAY_BE_EMPTY: &[&str] = &[
    "Backtrace",
    "Boost",
    "GTest",
    "Iconv",
    "Intl",
    "Lua",
    "OpenGL",
    "PostgreSQL",
    "Protobuf",
    "Python",
    "Python3",
    "Vulkan",
];

/// Whether a package of CMake's own modules gives something that is not empty in a variable wherever it is found.
pub(in crate::cmake::eval) fn gives_always(package: &str, variable: &str) -> bool {
    let mut rows = RESULTS.iter().chain(LISTS);
    !MAY_BE_EMPTY.contains(&package)
        && (variable.ends_with("_LIBRARIES") || variable.ends_with("_INCLUDE_DIRS"))
        && rows.any(|(name, result, _)| *name == package && *result == variable)
}

/// Whether a module gives a variable as a normal one, which is gone with the function that looked for the package.
pub(in crate::cmake::eval) fn is_normal_result(package: &str, variable: &str) -> bool {
    let mut rows = RESULTS.iter().chain(LISTS).filter(|(name, result, _)| *name == package && *result == variable);
    rows.any(|(.., entries)| !entries.contains(&variable))
}

/// Whether the targets of a package are known.
pub(super) fn targets_known(package: &str) -> bool {
    TARGETS.iter().any(|(name, _)| *name == package)
}

/// A value of a configured tree's cache that is no NOTFOUND.
fn told(machine: &Machine<'_>, wanted: &str) -> Option<String> {
    let given = machine.env.options.given.iter().rev().find(|g| g.name == wanted)?;
    (!condition::is_not_found(&given.value)).then(|| given.value.clone())
}

/// Sets what a found package's module would set, where the cache of a configured tree says it.
fn results(machine: &mut Machine<'_>, name: &str) {
    for (_, result, entries) in RESULTS.iter().filter(|(package, ..)| *package == name) {
        if let Some(value) = entries.iter().find_map(|entry| told(machine, entry)) {
            machine.set_text(result, &value, Origin::NONE);
        }
    }
    for (_, result) in EMPTY.iter().filter(|(package, _)| *package == name) {
        machine.set_text(result, "", Origin::NONE);
    }
    for (_, result, entries) in LISTS.iter().filter(|(package, ..)| *package == name) {
        let found: Vec<String> = entries.iter().filter_map(|entry| told(machine, entry)).collect();
        if !found.is_empty() {
            // FindPNG: a static library needs the mathematical one.
            let needs_math = *result == "PNG_LIBRARIES" && found[0].ends_with(".a");
            let more = if needs_math { ";m" } else { "" };
            machine.set_text(result, &format!("{}{more}", found.join(";")), Origin::NONE);
        }
    }
    details(machine, name);
}

/// Where a module says the version beside `<name>_VERSION` (cmake-modules(7)).
const VERSIONS: &[(&str, &str)] = &[
    ("BZip2", "BZIP2_VERSION_STRING"),
    ("CURL", "CURL_VERSION_STRING"),
    ("Doxygen", "DOXYGEN_VERSION"),
    ("EXPAT", "EXPAT_VERSION_STRING"),
    ("Git", "GIT_VERSION_STRING"),
    ("LibLZMA", "LIBLZMA_VERSION_STRING"),
    ("LibXml2", "LIBXML2_VERSION_STRING"),
    ("OpenSSL", "OPENSSL_VERSION"),
    ("PNG", "PNG_VERSION_STRING"),
    ("Perl", "PERL_VERSION_STRING"),
    ("PkgConfig", "PKG_CONFIG_VERSION_STRING"),
    ("PythonInterp", "PYTHON_VERSION_STRING"),
    ("ZLIB", "ZLIB_VERSION_STRING"),
];

/// What find modules remember of a search they reported (FindPackageMessage): the version, the components, and further
/// packages of the same module (`OpenMP_CXX`).
fn details(machine: &mut Machine<'_>, name: &str) {
    const PREFIX: &str = "FIND_PACKAGE_MESSAGE_DETAILS_";
    const COMPONENTS: &str = "found components:";
    let entries: Vec<(String, String)> = machine
        .env
        .options
        .given
        .iter()
        .filter_map(|g| Some((g.name.strip_prefix(PREFIX)?.to_owned(), g.value.clone())))
        .filter(|(package, _)| package == name || package.starts_with(&format!("{name}_")))
        .collect();
    for (package, value) in entries {
        machine.set_text(&format!("{package}_FOUND"), "TRUE", Origin::NONE);
        for field in value.split(['[', ']']).filter(|field| !field.is_empty()) {
            if let Some((_, list)) = field.split_once(COMPONENTS).filter(|_| package == name) {
                let found = list.split("missing").next().unwrap_or_default();
                for component in found.split_whitespace() {
                    machine.set_text(&format!("{name}_{component}_FOUND"), "TRUE", Origin::NONE);
                }
            }
            let version = field.strip_prefix('v').and_then(|v| v.split('(').next());
            if let Some(version) = version.filter(|v| v.starts_with(|c: char| c.is_ascii_digit())) {
                machine.set_text(&format!("{package}_VERSION"), version, Origin::NONE);
                if let Some((_, variable)) = VERSIONS.iter().find(|(of, _)| *of == package) {
                    machine.set_text(variable, version, Origin::NONE);
                }
            }
        }
    }
}

/// The results and the targets of a package of which they are known.
pub(super) fn load(machine: &mut Machine<'_>, name: &str, found: Cond) {
    machine.under(found, |m| {
        results(m, name);
        match name {
            "OpenMP" => openmp(m),
            "OpenGL" => opengl(m),
            "Threads" => threads(m),
            "Python" | "Python2" | "Python3" => python(m, name),
            "BLAS" | "LAPACK" => linear_algebra(m, name),
            "Iconv" | "Intl" => of_c_library(m, name),
            _ => {}
        }
    });
    if name == "OpenGL" && told(machine, "CMAKE_CACHEFILE_DIR").is_some() {
        return opengl_targets(machine, found);
    }
    let Some((_, targets)) = TARGETS.iter().find(|(n, _)| *n == name) else { return };
    for target in *targets {
        imported(machine, Origin::NONE, target, found);
    }
    if name == "GLUT" {
        glut(machine);
    }
}

/// `FindIconv` and `FindIntl`: part of the C library or a library of their own.
fn of_c_library(machine: &mut Machine<'_>, name: &str) {
    let Some(built_in) = told(machine, &format!("{name}_IS_BUILT_IN")) else { return };
    let part = |entry: &str| {
        let value = (!condition::is_on(&built_in)).then(|| told(machine, &format!("{name}_{entry}")));
        value.flatten().unwrap_or_default()
    };
    let (library, include) = (part("LIBRARY"), part("INCLUDE_DIR"));
    machine.set_text(&format!("{name}_LIBRARIES"), &library, Origin::NONE);
    machine.set_text(&format!("{name}_INCLUDE_DIRS"), &include, Origin::NONE);
    let target: Arc<str> = format!("{name}::{name}").into();
    if machine.facts.targets.contains_key(&target) {
        return;
    }
    let pc = machine.pc;
    machine.add_definition(Origin::NONE, &target, TargetKind::Interface, pc, true, None);
    for (property, text) in [("INTERFACE_LINK_LIBRARIES", library), ("INTERFACE_INCLUDE_DIRECTORIES", include)] {
        let text = machine.intern(&text);
        machine.assign_target_property(&target, property, &Value::text(text, Origin::NONE));
    }
}

/// `GLUT::GLUT` brings the X libraries that were found.
fn glut(machine: &mut Machine<'_>) {
    let Some(library) = told(machine, "GLUT_glut_LIBRARY") else { return };
    let more: Vec<String> =
        ["GLUT_Xmu_LIBRARY", "GLUT_Xi_LIBRARY"].into_iter().filter_map(|n| told(machine, n)).collect();
    let include = told(machine, "GLUT_INCLUDE_DIR").unwrap_or_default();
    let properties = [
        ("IMPORTED_LOCATION", library),
        ("INTERFACE_INCLUDE_DIRECTORIES", include),
        ("INTERFACE_LINK_LIBRARIES", more.join(";")),
    ];
    for (property, text) in properties.into_iter().filter(|(_, text)| !text.is_empty()) {
        let text = machine.intern(&text);
        machine.assign_target_property(&Arc::from("GLUT::GLUT"), property, &Value::text(text, Origin::NONE));
    }
}

/// `FindOpenMP`: flags and libraries by language.
fn openmp(machine: &mut Machine<'_>) {
    for language in ["C", "CXX", "Fortran"] {
        let prefix = format!("OpenMP_{language}");
        let Some(flags) = told(machine, &format!("{prefix}_FLAGS")) else { continue };
        machine.set_text(&format!("{prefix}_FLAGS"), &flags, Origin::NONE);
        let names = told(machine, &format!("{prefix}_LIB_NAMES")).unwrap_or_default();
        let files: Vec<String> =
            names.split(';').filter_map(|lib| told(machine, &format!("OpenMP_{lib}_LIBRARY"))).collect();
        machine.set_text(&format!("{prefix}_LIBRARIES"), &files.join(";"), Origin::NONE);
        machine.set_text(&format!("{prefix}_FOUND"), "TRUE", Origin::NONE);
    }
}

/// The parts of OpenGL that `FindOpenGL` tells apart, and the entries that show them.
const OPENGL_PARTS: &[(&str, &str)] = &[
    ("OpenGL_OpenGL_FOUND", "OPENGL_opengl_LIBRARY"),
    ("OpenGL_GLX_FOUND", "OPENGL_glx_LIBRARY"),
    ("OpenGL_EGL_FOUND", "OPENGL_egl_LIBRARY"),
];

/// `FindOpenGL`: the libraries of the vendor-neutral dispatch where those are preferred (`OpenGL_GL_PREFERENCE`, CMP0072), else
/// the old one; libGLU beside them.
fn opengl(machine: &mut Machine<'_>) {
    let parts = [told(machine, "OPENGL_opengl_LIBRARY"), told(machine, "OPENGL_glx_LIBRARY")];
    let old = told(machine, "OPENGL_gl_LIBRARY");
    let mut libraries: Vec<String> = match (opengl_is_dispatched(machine), old) {
        (false, Some(old)) => vec![old],
        _ => parts.into_iter().flatten().collect(),
    };
    for (variable, entry) in OPENGL_PARTS {
        if told(machine, entry).is_some() {
            machine.set_text(variable, "TRUE", Origin::NONE);
        }
    }
    if let Some(glu) = told(machine, "OPENGL_glu_LIBRARY") {
        machine.set_text("OPENGL_GLU_FOUND", "YES", Origin::NONE);
        libraries.push(glu);
    }
    if !libraries.is_empty() {
        machine.set_text("OPENGL_LIBRARIES", &libraries.join(";"), Origin::NONE);
    }
}

/// Whether `OpenGL::GL` is the vendor-neutral pair.
fn opengl_is_dispatched(machine: &Machine<'_>) -> bool {
    let both = ["OPENGL_opengl_LIBRARY", "OPENGL_glx_LIBRARY"].into_iter().all(|name| told(machine, name).is_some());
    let preferred = match machine.peek_str("OpenGL_GL_PREFERENCE").as_deref() {
        Some("LEGACY") => false,
        Some("GLVND") => true,
        _ => machine.policy_new(72),
    };
    both && (preferred || told(machine, "OPENGL_gl_LIBRARY").is_none())
}

/// The imported targets of `FindOpenGL`: each a file of the cache, `OpenGL::GL` the pair where that is preferred.
fn opengl_targets(machine: &mut Machine<'_>, found: Cond) {
    let pair = opengl_is_dispatched(machine);
    let rows = [
        ("OpenGL::OpenGL", "OPENGL_opengl_LIBRARY", "OPENGL_INCLUDE_DIR"),
        ("OpenGL::GLX", "OPENGL_glx_LIBRARY", "OPENGL_GLX_INCLUDE_DIR"),
        ("OpenGL::EGL", "OPENGL_egl_LIBRARY", "OPENGL_EGL_INCLUDE_DIR"),
        ("OpenGL::GL", "OPENGL_gl_LIBRARY", "OPENGL_INCLUDE_DIR"),
        ("OpenGL::GLU", "OPENGL_glu_LIBRARY", "OPENGL_INCLUDE_DIR"),
    ];
    for (target, library, include) in rows {
        let name: Arc<str> = target.into();
        let is_pair = pair && target == "OpenGL::GL";
        let Some(library) = told(machine, library).filter(|_| !machine.facts.targets.contains_key(&name)) else {
            continue;
        };
        let when = machine.conds().and(machine.pc, found);
        let kind = if is_pair { TargetKind::Interface } else { TargetKind::Unknown };
        machine.add_definition(Origin::NONE, &name, kind, when, true, None);
        let mut properties = vec![("INTERFACE_INCLUDE_DIRECTORIES", told(machine, include).unwrap_or_default())];
        match target {
            "OpenGL::GL" if is_pair => {
                properties.push(("INTERFACE_LINK_LIBRARIES", "OpenGL::OpenGL;OpenGL::GLX".to_owned()));
            }
            "OpenGL::GLX" => properties.push(("INTERFACE_LINK_LIBRARIES", "OpenGL::OpenGL".to_owned())),
            "OpenGL::GLU" => properties.push(("INTERFACE_LINK_LIBRARIES", "OpenGL::GL".to_owned())),
            _ => {}
        }
        if !is_pair {
            properties.push(("IMPORTED_LOCATION", library));
        }
        for (property, text) in properties.into_iter().filter(|(_, text)| !text.is_empty()) {
            let text = machine.intern(&text);
            machine.assign_target_property(&name, property, &Value::text(text, Origin::NONE));
        }
    }
}

/// `FindPython`: what its cache keeps of the interpreter (the order of CMake's Modules/FindPython/Support.cmake).
fn python(machine: &mut Machine<'_>, name: &str) {
    const FIELDS: &[(usize, &str)] = &[
        (0, "INTERPRETER_ID"),
        (1, "VERSION_MAJOR"),
        (2, "VERSION_MINOR"),
        (3, "VERSION_PATCH"),
        (6, "SOABI"),
        (7, "STDLIB"),
        (8, "STDARCH"),
        (9, "SITELIB"),
        (10, "SITEARCH"),
    ];
    let Some(all) = told(machine, &format!("_{name}_INTERPRETER_PROPERTIES")) else { return };
    let fields: Vec<&str> = all.split(';').collect();
    for &(at, field) in FIELDS {
        if let Some(value) = fields.get(at) {
            machine.set_text(&format!("{name}_{field}"), value, Origin::NONE);
        }
    }
    if let [_, major, minor, patch, ..] = fields[..] {
        machine.set_text(&format!("{name}_VERSION"), &format!("{major}.{minor}.{patch}"), Origin::NONE);
    }
    machine.set_text(&format!("{name}_Interpreter_FOUND"), "TRUE", Origin::NONE);
}

/// `FindBLAS` and `FindLAPACK`: the cache tells which library worked. A BLAS that holds LAPACK as well is linked with what
/// LAPACK needs beside it.
fn linear_algebra(machine: &mut Machine<'_>, name: &str) {
    let given = &machine.env.options.given;
    let works = |n: &str| n.strip_prefix("BLAS_").and_then(|n| n.strip_suffix("_WORKS")).map(str::to_owned);
    let library = given
        .iter()
        .filter(|g| !condition::is_off(&g.value))
        .filter_map(|g| works(&g.name))
        .find_map(|vendor| told(machine, &format!("BLAS_{vendor}_LIBRARY")));
    let Some(library) = library else { return };
    if name == "BLAS" {
        machine.set_text("BLAS_LIBRARIES", &library, Origin::NONE);
    } else if told(machine, "LAPACK_WORKS").is_some_and(|value| condition::is_on(&value)) {
        machine.set_text("LAPACK_LIBRARIES", &format!("{library};-lm;-ldl"), Origin::NONE);
    }
}

/// `FindThreads`. In one configuration the C library has the threads (glibc since 2.34, musl), unless a check said no.
fn threads(machine: &mut Machine<'_>) {
    let answer = machine.env.options.given.iter().rev().find(|g| g.name == "CMAKE_HAVE_LIBC_PTHREAD");
    let separate = answer.is_some_and(|g| condition::is_off(&g.value));
    let value = match (machine.env.options.all_configurations, separate) {
        (true, _) => machine.found_symbol("CMAKE_THREAD_LIBS_INIT"),
        (false, true) => machine.intern("-lpthread"),
        (false, false) => machine.intern(""),
    };
    let variable = machine.intern("CMAKE_THREAD_LIBS_INIT");
    machine.set_variable(variable, &Value::text(value, Origin::NONE));
    if !machine.env.options.all_configurations {
        let windows = machine.env.options.system.as_deref() == Some("Windows");
        let kind = if windows { "CMAKE_USE_WIN32_THREADS_INIT" } else { "CMAKE_USE_PTHREADS_INIT" };
        machine.set_text(kind, "1", Origin::NONE);
    }
}

/// An imported target whose properties are not known.
pub(super) fn imported(machine: &mut Machine<'_>, origin: Origin, name: &str, cond: Cond) {
    let name: Arc<str> = name.into();
    // Where the project has made it itself, the module leaves it as it is; what only another folder sees is made here again.
    let known = machine.facts.targets.get(&name).map(|target| machine.seen_definitions(target).0);
    let made: Vec<Cond> = known.unwrap_or_default().iter().map(|d| d.cond).collect();
    let made = machine.conds().any(made);
    let when = machine.conds().and(machine.pc, cond);
    let when = machine.conds().diff(when, made);
    if !when.is_false() {
        machine.add_definition(origin, &name, TargetKind::Unknown, when, true, None);
    }
}
