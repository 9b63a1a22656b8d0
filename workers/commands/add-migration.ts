import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes an empty migration below `folder` and puts it last on the list there. Answers the path of the new file. */
export async function addMigration(folder: string, domain: string, what: string, now: Date): Promise<string> {
  if (!/^[a-z]+$/.test(domain) || !/^[a-z][a-z0-9_]*$/.test(what)) {
    throw new Error('Say the domain and, in lower-case words, what changes: npm run migrate:new links add_color')
  }
  const name = `${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${domain}_${what}`
  const type = [domain, ...what.split('_')].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const path = join(folder, `${name}.ts`)
  const index = join(folder, 'index.ts')
  const list = withEntry(await readFile(index, 'utf8'), name, type)
  await writeFile(path, frame(type), { flag: 'wx' })
  await writeFile(index, list)
  return path
}

function withEntry(list: string, name: string, type: string): string {
  if (list.includes(`{ ${type} }`)) throw new Error(`There is a migration ${type} already; two need two names.`)
  return list
    .replace('\nexport const migrations', `import { ${type} } from './${name}.js'\n\nexport const migrations`)
    .replace(/\n\]\n*$/, `\n  { name: '${name}', class: ${type} },\n]\n`)
}

const frame = (type: string) => `// Why:
import { Migration } from '@mikro-orm/migrations'

export class ${type} extends Migration {
  override up(): void {
    this.addSql(\`\`)
  }
}
`
