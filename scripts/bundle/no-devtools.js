// Replaces react-devtools-core, which Ink imports only if DEV is set, so that the bundle does not contain it.
export default {};
