import { execFile } from 'node:child_process'
import test from 'ava'

/** Runs code in a process that ends without a valid configuration. Prints whether V8 may still call string methods directly. */
const inspectStrings = (code: string) =>
  new Promise<string>((resolve) => {
    const inspect = `%HasFastProperties(String.prototype), %HasOwnConstDataProperty(String.prototype, 'includes')`
    const script = `process.on('exit', () => console.log(${inspect})); ${code}`
    execFile(
      process.execPath,
      ['--allow-natives-syntax', '--input-type=module', '--eval', script],
      { env: { ...process.env, PORT: 'none' } },
      (_error, stdout) => resolve(stdout.trim()),
    )
  })

for (const program of ['api', 'workers'])
  test(`the methods of strings stay fast in ${program}/main.js, although libraries contain subclasses of String`, async (t) => {
    const { href } = new URL(`../../../${program}/main.js`, import.meta.url)
    t.is(await inspectStrings(`await import('${href}')`), 'true true')
  })

test('a subclass of String makes them slow otherwise', async (t) => {
  t.is(await inspectStrings('class Text extends String {}'), 'false false')
})
