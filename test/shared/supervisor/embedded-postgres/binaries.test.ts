import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { linkLibraries } from '../../../../shared/supervisor/embedded-postgres/binaries.js'

const launcher = fileURLToPath(new URL('../../../../shared/supervisor/embedded-postgres.js', import.meta.url))

test('missing links are created, and existing ones are kept', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'tributary-links-'))
  t.teardown(() => rm(home, { recursive: true }))
  await mkdir(join(home, 'native', 'lib'), { recursive: true })
  await writeFile(join(home, 'native', 'lib', 'libpq.so.5.18'), '')
  await symlink('libpq.so.5.18', join(home, 'native', 'lib', 'libpq.so'))
  const list = ['libpq.so', 'libpq.so.5'].map((name) => ({ source: 'native/lib/libpq.so.5.18', target: `native/lib/${name}` }))
  await writeFile(join(home, 'native', 'pg-symlinks.json'), JSON.stringify(list))
  t.true(await linkLibraries(home))
  t.is(await readlink(join(home, 'native', 'lib', 'libpq.so.5')), 'libpq.so.5.18')
  t.true(await linkLibraries(home))
})

test('a platform without binaries gets a message to set DATABASE_URL', (t) => {
  const program = `Object.defineProperty(process, 'arch', { value: 'mips' })
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher)})
    await startEmbeddedPostgres({ directory: ${JSON.stringify(join(tmpdir(), 'tributary-never'))} }).catch((error) => console.log(error.message))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  t.is(
    output.trim(),
    `Embedded PostgreSQL is not available for this platform (${process.platform}-mips): set DATABASE_URL to a PostgreSQL server.`,
  )
})
