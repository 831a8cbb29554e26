//! Imported targets of CMake's own find modules: which variables hold what they bring (cmake-modules(7), "Imported
//! Targets" and "Cache Variables" of each module).

/// One imported target.
pub(super) struct Imported {
    pub target: &'static str,
    /// Variables of which the first that is found holds the library; none for a target without one.
    pub library: &'static [&'static str],
    /// The same for the include directory.
    pub include: &'static [&'static str],
    /// Further imported targets that it links.
    pub links: &'static [&'static str],
}

const fn row(
    target: &'static str,
    library: &'static [&'static str],
    include: &'static [&'static str],
    links: &'static [&'static str],
) -> Imported {
    Imported { target, library, include, links }
}

const ROWS: &[Imported] = &[
    row("ZLIB::ZLIB", &["ZLIB_LIBRARY_RELEASE", "ZLIB_LIBRARY"], &["ZLIB_INCLUDE_DIR"], &[]),
    row("BZip2::BZip2", &["BZIP2_LIBRARY_RELEASE", "BZIP2_LIBRARY"], &["BZIP2_INCLUDE_DIR"], &[]),
    row("LibLZMA::LibLZMA", &["LIBLZMA_LIBRARY_RELEASE", "LIBLZMA_LIBRARY"], &["LIBLZMA_INCLUDE_DIR"], &[]),
    row("OpenSSL::Crypto", &["OPENSSL_CRYPTO_LIBRARY"], &["OPENSSL_INCLUDE_DIR"], &[]),
    row("OpenSSL::SSL", &["OPENSSL_SSL_LIBRARY"], &["OPENSSL_INCLUDE_DIR"], &["OpenSSL::Crypto"]),
    row("CURL::libcurl", &["CURL_LIBRARY_RELEASE", "CURL_LIBRARY"], &["CURL_INCLUDE_DIR"], &[]),
    row("PNG::PNG", &["PNG_LIBRARY_RELEASE", "PNG_LIBRARY"], &["PNG_PNG_INCLUDE_DIR"], &["ZLIB::ZLIB"]),
    row("JPEG::JPEG", &["JPEG_LIBRARY_RELEASE", "JPEG_LIBRARY"], &["JPEG_INCLUDE_DIR"], &[]),
    row("Fontconfig::Fontconfig", &["Fontconfig_LIBRARY"], &["Fontconfig_INCLUDE_DIR"], &[]),
    row("Freetype::Freetype", &["FREETYPE_LIBRARY_RELEASE"], &["FREETYPE_INCLUDE_DIR_ft2build"], &[]),
    row("LibArchive::LibArchive", &["LibArchive_LIBRARY"], &["LibArchive_INCLUDE_DIR"], &[]),
    row("LibXml2::LibXml2", &["LIBXML2_LIBRARY"], &["LIBXML2_INCLUDE_DIR"], &[]),
    row("SQLite::SQLite3", &["SQLite3_LIBRARY"], &["SQLite3_INCLUDE_DIR"], &[]),
    row("ALSA::ALSA", &["ALSA_LIBRARY"], &["ALSA_INCLUDE_DIR"], &[]),
    row("Boost::boost", &[], &["Boost_INCLUDE_DIR"], &[]),
    row("Boost::headers", &[], &["Boost_INCLUDE_DIR"], &[]),
    row("GIF::GIF", &["GIF_LIBRARY"], &["GIF_INCLUDE_DIR"], &[]),
    row("GnuTLS::GnuTLS", &["GNUTLS_LIBRARY"], &["GNUTLS_INCLUDE_DIR"], &[]),
    row("LibXslt::LibXslt", &["LIBXSLT_LIBRARY"], &["LIBXSLT_INCLUDE_DIR"], &["LibXml2::LibXml2"]),
    row("OpenCL::OpenCL", &["OpenCL_LIBRARY"], &["OpenCL_INCLUDE_DIR"], &[]),
    row("Python::Module", &[], &["_Python_INCLUDE_DIR"], &[]),
    row("Python::Python", &["_Python_LIBRARY_RELEASE"], &["_Python_INCLUDE_DIR"], &[]),
    row("Python3::Module", &[], &["_Python3_INCLUDE_DIR"], &[]),
    row("Python3::Python", &["_Python3_LIBRARY_RELEASE"], &["_Python3_INCLUDE_DIR"], &[]),
    row("TIFF::TIFF", &["TIFF_LIBRARY_RELEASE", "TIFF_LIBRARY"], &["TIFF_INCLUDE_DIR"], &[]),
    row("EXPAT::EXPAT", &["EXPAT_LIBRARY_RELEASE", "EXPAT_LIBRARY"], &["EXPAT_INCLUDE_DIR"], &[]),
];

/// The row of a target.
pub(super) fn find(target: &str) -> Option<&'static Imported> {
    ROWS.iter().find(|row| row.target == target)
}
