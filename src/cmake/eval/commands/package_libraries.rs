//! Variables in which CMake's own find modules give libraries by their paths, as data.

/// Variables in which CMake's own find modules give libraries by their full paths, in every version of CMake: module, variables
/// (cmake-modules(7), "Result Variables" and "Cache Variables": `find_library()` keeps them). Left out are modules that take the
/// package's own configuration where there is one and then give targets (`FindBoost`, `FindCURL`, `FindGLEW`, `FindGTest`, `FindHDF5`), and those
/// that give nothing where the C library has all (`FindBacktrace`, `FindIconv`, `FindIntl`).
const LIBRARIES: &[(&str, &[&str])] = &[
    ("ALSA", &["ALSA_LIBRARIES", "ALSA_LIBRARY"]),
    ("BLAS", &["BLAS_LIBRARIES", "BLAS95_LIBRARIES"]),
    ("BZip2", &["BZIP2_LIBRARIES"]),
    (
        "CUDA",
        &[
            "CUDA_LIBRARIES",
            "CUDA_CUDART_LIBRARY",
            "CUDA_CUDA_LIBRARY",
            "CUDA_CUBLAS_LIBRARIES",
            "CUDA_CUFFT_LIBRARIES",
            "CUDA_cublas_LIBRARY",
            "CUDA_cufft_LIBRARY",
            "CUDA_curand_LIBRARY",
            "CUDA_cusolver_LIBRARY",
            "CUDA_cusparse_LIBRARY",
            "CUDA_cudart_static_LIBRARY",
            "CUDA_nppc_LIBRARY",
            "CUDA_nppi_LIBRARY",
            "CUDA_nppicc_LIBRARY",
            "CUDA_nppig_LIBRARY",
        ],
    ),
    ("Cups", &["CUPS_LIBRARIES"]),
    ("Curses", &["CURSES_LIBRARIES", "CURSES_LIBRARY"]),
    ("EXPAT", &["EXPAT_LIBRARIES", "EXPAT_LIBRARY"]),
    ("Fontconfig", &["Fontconfig_LIBRARIES"]),
    ("Freetype", &["FREETYPE_LIBRARIES"]),
    ("GDAL", &["GDAL_LIBRARIES", "GDAL_LIBRARY"]),
    ("GIF", &["GIF_LIBRARIES", "GIF_LIBRARY"]),
    ("GLUT", &["GLUT_LIBRARIES", "GLUT_glut_LIBRARY"]),
    ("GSL", &["GSL_LIBRARIES", "GSL_LIBRARY"]),
    ("GnuTLS", &["GNUTLS_LIBRARIES"]),
    ("ICU", &["ICU_LIBRARIES"]),
    ("JNI", &["JNI_LIBRARIES", "JAVA_JVM_LIBRARY"]),
    ("JPEG", &["JPEG_LIBRARIES", "JPEG_LIBRARY"]),
    ("LAPACK", &["LAPACK_LIBRARIES", "LAPACK95_LIBRARIES"]),
    ("LibArchive", &["LibArchive_LIBRARIES", "LibArchive_LIBRARY"]),
    ("LibLZMA", &["LIBLZMA_LIBRARIES", "LIBLZMA_LIBRARY"]),
    ("LibXml2", &["LIBXML2_LIBRARIES", "LIBXML2_LIBRARY"]),
    ("LibXslt", &["LIBXSLT_LIBRARIES", "LIBXSLT_EXSLT_LIBRARIES"]),
    ("Lua", &["LUA_LIBRARIES", "LUA_LIBRARY"]),
    ("MPI", &["MPI_C_LIBRARIES", "MPI_CXX_LIBRARIES", "MPI_Fortran_LIBRARIES"]),
    ("OpenAL", &["OPENAL_LIBRARY"]),
    ("OpenCL", &["OpenCL_LIBRARIES", "OpenCL_LIBRARY"]),
    ("OpenGL", &["OPENGL_LIBRARIES", "OPENGL_LIBRARY", "OPENGL_gl_LIBRARY", "OPENGL_glu_LIBRARY"]),
    ("OpenMP", &["OpenMP_C_LIBRARIES", "OpenMP_CXX_LIBRARIES", "OpenMP_Fortran_LIBRARIES"]),
    (
        "OpenSSL",
        &[
            "OPENSSL_LIBRARIES",
            "OPENSSL_SSL_LIBRARY",
            "OPENSSL_SSL_LIBRARIES",
            "OPENSSL_CRYPTO_LIBRARY",
            "OPENSSL_CRYPTO_LIBRARIES",
        ],
    ),
    ("PNG", &["PNG_LIBRARIES", "PNG_LIBRARY"]),
    ("PostgreSQL", &["PostgreSQL_LIBRARIES", "PostgreSQL_LIBRARY"]),
    (
        "Protobuf",
        &[
            "Protobuf_LIBRARIES",
            "Protobuf_LIBRARY",
            "PROTOBUF_LIBRARIES",
            "PROTOBUF_LIBRARY",
            "Protobuf_LITE_LIBRARIES",
        ],
    ),
    ("Python", &["Python_LIBRARIES"]),
    ("Python2", &["Python2_LIBRARIES"]),
    ("Python3", &["Python3_LIBRARIES"]),
    ("PythonLibs", &["PYTHON_LIBRARIES", "PYTHON_LIBRARY"]),
    ("SDL", &["SDL_LIBRARY", "SDL_LIBRARIES"]),
    ("SQLite3", &["SQLite3_LIBRARIES", "SQLite3_LIBRARY"]),
    ("TIFF", &["TIFF_LIBRARIES", "TIFF_LIBRARY"]),
    ("Vulkan", &["Vulkan_LIBRARIES", "Vulkan_LIBRARY"]),
    ("X11", &["X11_LIBRARIES", "X11_X11_LIB", "X11_Xext_LIB", "X11_Xi_LIB", "X11_Xrandr_LIB", "X11_Xcursor_LIB"]),
    ("XercesC", &["XercesC_LIBRARIES", "XercesC_LIBRARY"]),
    ("ZLIB", &["ZLIB_LIBRARIES", "ZLIB_LIBRARY"]),
];

/// Modules that give plain names on Windows, or nothing (`opengl32`; `/openmp` of MSVC names the library).
const NAMES_ON_WINDOWS: &[&str] = &["OpenGL", "OpenMP"];

/// Whether CMake's own module of a package keeps the full paths of libraries in a variable. `Some(true)` where it does not on Windows.
pub fn library_paths_of_package(package: &str, variable: &str) -> Option<bool> {
    let mut rows = LIBRARIES.iter().filter(|(name, _)| *name == package);
    // `MPI_<lib_name>_LIBRARY` is the location of each library (cmake-modules(7), FindMPI).
    let name = variable.strip_prefix("MPI_").and_then(|rest| rest.strip_suffix("_LIBRARY"));
    let of_mpi = package == "MPI" && name.is_some_and(|name| !name.is_empty());
    let known = of_mpi || rows.any(|(_, variables)| variables.contains(&variable));
    known.then(|| NAMES_ON_WINDOWS.contains(&package))
}
