// Imported by an attacked server: V8 collects its garbage when it is told to, not only when it wants more memory. What
// then remains is in use.
process.on('SIGUSR2', () => globalThis.gc?.())
