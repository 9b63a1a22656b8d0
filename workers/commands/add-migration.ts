import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates an empty migration in `folder` and appends it to the list there. Returns the path of the new file. */
export async function addMigration(folder: string, domain: string, what: string, now: Date): Promise<string> {
  if (!/^[a-z]+(-[a-z]+)*$/.test(domain) || !/^[a-z][a-z0-9_]*$/.test(what)) {
    throw new Error('Pass the domain and a description in lower case: npm run migrate:new links add_color')
  }
  const name = `${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${domain.replaceAll('-', '_')}_${what}`
  const type = [...domain.split('-'), ...what.split('_')].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const path = join(folder, `${name}.ts`)
  const index = join(folder, 'index.ts')
  const list = (await readFile(index, 'utf8')).replace(/\n\]\n/, `\n  '${name}',\n]\n`)
  await writeFile(path, template(type), { flag: 'wx' })
  await writeFile(index, list)
  return path
}

const template = (type: string) => `// Purpose:
import { Migration } from '@mikro-orm/migrations'

export class ${type} extends Migration {
  override up(): void {
    this.addSql(\`\`)
  }
}
`
