/** The program's own source as the architecture tests see it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The top of the repository; tests run from `dist/test/support`. */
export const top = fileURLToPath(new URL('../../../', import.meta.url))

export interface SourceFile {
  /** From the top of the repository, with `/`. */
  path: string
  text: string
}

/** Every TypeScript file below the folders, in the order of their paths. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
    )
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(top, path), 'utf8') }))
}

/** What a file imports: a path from the top for our own modules, a name for libraries. */
export function importsOf({ path, text }: SourceFile): string[] {
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  return names.map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts') : name))
}

/** What the rules look for in a file, found in its syntax tree, so that comments and strings don't deceive. */
export interface Findings {
  /** Lines with `any`, a cast through `never` or `unknown`, or a non-null assertion. */
  blindTypes: number[]
  /** Lines of strings that are SQL statements. */
  sql: number[]
  /** Lines that can ask another machine: `fetch`, and imports of what connects. */
  asks: number[]
  /** Lines of default exports. */
  defaultExports: number[]
}

const statement =
  /^\s*(select\b[^]*\bfrom\b|insert\s+into\b|update\s+[^]*\bset\b|delete\s+from\b|with\s+[^]*\bas\s*\(|set\s+local\b|listen\b|truncate\b|(create|alter|drop)\s+(table|index|unlogged)\b)/i

export function findingsIn({ path, text }: SourceFile): Findings {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, false)
  const found: Findings = { blindTypes: [], sql: [], asks: [], defaultExports: [] }
  const note = (list: number[], node: ts.Node) => void list.push(tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1)
  const visit = (node: ts.Node) => {
    if (isBlindType(node)) note(found.blindTypes, node)
    if (isAsking(node)) note(found.asks, node)
    if (isText(node) && statement.test(node.text)) note(found.sql, node)
    if (
      ts.isExportAssignment(node) ||
      (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
    )
      note(found.defaultExports, node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isBlindType(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.AnyKeyword || ts.isNonNullExpression(node)) return true
  if (!ts.isAsExpression(node)) return false
  return (
    node.type.kind === ts.SyntaxKind.NeverKeyword ||
    (ts.isAsExpression(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword)
  )
}

const connecting = new Set(['undici', 'axios', 'got', 'node-fetch', 'http', 'https', 'http2', 'net', 'tls'])
const harmless = new Set(['isIP', 'isIPv6', 'BlockList', 'createServer', 'Server', 'buildConnector'])

function isAsking(node: ts.Node): boolean {
  if (ts.isCallExpression(node))
    return isImport(node) ? isConnecting(node.arguments[0]) : ts.isIdentifier(node.expression) && node.expression.text === 'fetch'
  if (!ts.isImportDeclaration(node) || !isConnecting(node.moduleSpecifier)) return false
  const { importClause } = node
  if (!importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return false
  const names = importClause.namedBindings
  return (
    importClause.name !== undefined ||
    names === undefined ||
    ts.isNamespaceImport(names) ||
    names.elements.some(({ isTypeOnly, name, propertyName = name }) => !isTypeOnly && !harmless.has(propertyName.text))
  )
}

const isImport = ({ expression }: ts.CallExpression) => expression.kind === ts.SyntaxKind.ImportKeyword
const isConnecting = (name: ts.Expression | undefined) =>
  name !== undefined && ts.isStringLiteral(name) && connecting.has(name.text.replace(/^node:/, ''))

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || node.kind === ts.SyntaxKind.TemplateHead
