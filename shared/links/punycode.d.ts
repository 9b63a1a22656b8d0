// The package has no types of its own, and its bare name would resolve to Node's deprecated built-in.
declare module 'punycode/punycode.js' {
  const punycode: { encode(text: string): string; decode(text: string): string }
  export default punycode
}
