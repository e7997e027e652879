/** The names of fields, codings and extensions, as a part of a regular expression: RFC 9110, section 5.6.2. */
export const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
