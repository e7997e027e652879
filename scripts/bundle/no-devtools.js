// Ink asks for react-devtools-core only when DEV is set; the bundle must not carry it.
export default {};
