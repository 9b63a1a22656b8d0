/**
 * Adds optional platform packages that npm omits from the lock file when its registry does not carry them. `npm ci` rejects a lock file
 * without them. Run it after `npm install` when `test/packages.test.ts` asks for it.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'x64', 'ppc64', 'riscv64', 's390x', 'ia32']

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(path === '' ? {} : (entry.optionalDependencies ?? {}))) {
    const key = `node_modules/${name}`
    if (lock.packages[key] || lock.packages[`${path}/${key}`]) continue
    lock.packages[key] = { version, ...platformOf(name), ...(entry.dev ? { dev: true } : {}), optional: true }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? added.join('\n') : 'The lock file is complete.')

/** Derives the platform from the package name, such as `@scope/binding-linux-x64-gnu`. */
function platformOf(name) {
  const parts = name.split('/').at(-1).split('-')
  const system = systems.find((one) => parts.includes(one))
  const processor = processors.find((one) => parts.includes(one))
  if (!system || !processor) throw new Error(`${name} is missing in the lock file, and its name does not contain a platform`)
  const library = system !== 'linux' ? undefined : name.includes('musl') ? 'musl' : name.includes('gnu') ? 'glibc' : undefined
  return { cpu: [processor], ...(library ? { libc: [library] } : {}), os: [system] }
}
