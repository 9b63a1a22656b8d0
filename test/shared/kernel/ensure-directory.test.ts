import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { ensureDirectory } from '../../../shared/kernel/ensure-directory.js'

let home: string
test.before(async () => void (home = await mkdtemp(join(tmpdir(), 'tributary-folder-'))))
test.after.always(() => rm(home, { recursive: true, force: true }))

test('a directory is created with its parents, also concurrently, and an existing one is kept', async (t) => {
  const path = join(home, 'a', 'b', 'c')
  await Promise.all([ensureDirectory(path, 0o700), ensureDirectory(path, 0o700)])
  await ensureDirectory(path)
  t.is((await stat(path)).mode & 0o777, 0o700)
})

test('a file at the path or above it is an error', async (t) => {
  const file = join(home, 'file')
  await writeFile(file, '')
  await t.throwsAsync(ensureDirectory(file), { code: 'EEXIST' })
  await t.throwsAsync(ensureDirectory(join(file, 'a')), { code: 'ENOTDIR' })
})

test('a directory that accepts no entries is an error and does not hang', async (t) => {
  await t.throwsAsync(ensureDirectory('/proc/tributary/a'), { message: /^(?:ENOENT|EACCES|EPERM|EROFS)/ })
})
