/** Finds the contracts of jobs and events that domains declare. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EventContract, JobContract } from '../../shared/kernel/queue/contract.js'
import { importsOf, repositoryRoot, sourceFiles } from './source-tree.js'

type Contract = JobContract | EventContract

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'payload' in value && 'kind' in value && (value.kind === 'job' || value.kind === 'event')

/** All exported contracts of the files below `shared/` that can declare one. */
export async function declaredContracts(): Promise<Contract[]> {
  const declaring = new Set(['shared/kernel/queue/contract.ts', 'shared/background-operations/index.ts'])
  const files = sourceFiles('shared').filter((file) => importsOf(file).some((imported) => declaring.has(imported)))
  const modules = await Promise.all(
    files.map(({ path }) => import(pathToFileURL(join(repositoryRoot, 'dist', path.replace(/\.ts$/, '.js'))).href) as Promise<object>),
  )
  return [...new Set(modules.flatMap((module) => Object.values(module).filter(isContract)))]
}
