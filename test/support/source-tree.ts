/** Reads the source code for the architecture tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Tests run from `dist/test/support`. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

export interface SourceFile {
  /** Relative to the repository root, with `/`. */
  path: string
  text: string
}

/** All TypeScript files in the folders, sorted by path. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(folder, name.replaceAll('\\', '/')),
      ),
    )
    .filter((path) => path.endsWith('.ts') && !path.includes('/node_modules/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))
}

/** The imports of a file: paths from the repository root for our own modules, names for libraries. */
export function importsOf({ path, text }: SourceFile): string[] {
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  return names.map((name) => (name.startsWith('.') ? sourceOf(posix.join(posix.dirname(path), name)) : name))
}

/** The source of a compiled module; files with markup end with `.tsx`. */
function sourceOf(module: string): string {
  const source = module.replace(/\.js$/, '.ts')
  return existsSync(join(repositoryRoot, `${source}x`)) ? `${source}x` : source
}

/** Rule violations in a file, found in its syntax tree, so that comments and strings cause no false positives. */
export interface Findings {
  /** Lines with `any`, a cast through `never` or `unknown`, or a non-null assertion. */
  unsafeTypes: number[]
  /** Lines with strings that are SQL statements. */
  sql: number[]
  /** Lines that can send requests: `fetch`, and imports of networking modules. */
  outgoingRequests: number[]
  /** Lines with default exports. */
  defaultExports: number[]
}

const sqlStatements = [
  /^\s*(select\b[^]*\bfrom\b|insert\s+into\b|update\s+[^]*\bset\b|delete\s+from\b|with\s+[^]*\bas\s*\()/i,
  /^\s*(set\s+local\b|listen\b|truncate\b|(create|alter|drop)\s+(table|index|unlogged)\b)/i,
]

export function findingsIn({ path, text }: SourceFile): Findings {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, false)
  const found: Findings = { unsafeTypes: [], sql: [], outgoingRequests: [], defaultExports: [] }
  const addLine = (list: number[], node: ts.Node) => void list.push(tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1)
  const visit = (node: ts.Node) => {
    if (isUnsafeType(node)) addLine(found.unsafeTypes, node)
    if (isOutgoingRequest(node)) addLine(found.outgoingRequests, node)
    if (isText(node) && sqlStatements.some((statement) => statement.test(node.text))) addLine(found.sql, node)
    if (
      ts.isExportAssignment(node) ||
      (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
    )
      addLine(found.defaultExports, node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isUnsafeType(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.AnyKeyword || ts.isNonNullExpression(node)) return true
  if (!ts.isAsExpression(node)) return false
  return (
    node.type.kind === ts.SyntaxKind.NeverKeyword ||
    (ts.isAsExpression(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword)
  )
}

const connectingModules = new Set(['undici', 'axios', 'got', 'node-fetch', 'http', 'https', 'http2', 'net', 'tls'])
const harmlessImports = new Set(['isIP', 'isIPv6', 'BlockList', 'createServer', 'Server', 'buildConnector'])

function isOutgoingRequest(node: ts.Node): boolean {
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
    names.elements.some(({ isTypeOnly, name, propertyName = name }) => !isTypeOnly && !harmlessImports.has(propertyName.text))
  )
}

const isImport = ({ expression }: ts.CallExpression) => expression.kind === ts.SyntaxKind.ImportKeyword
const isConnecting = (name: ts.Expression | undefined) =>
  name !== undefined && ts.isStringLiteral(name) && connectingModules.has(name.text.replace(/^node:/, ''))

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || node.kind === ts.SyntaxKind.TemplateHead

/** Names that a file declares: variables, functions, types, members, parameters and properties of object literals. */
export function declaredNames({ path, text }: SourceFile): string[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, false)
  const names: string[] = []
  const visit = (node: ts.Node) => {
    if ('name' in node && node.name !== undefined && ts.isIdentifier(node.name as ts.Node)) names.push((node.name as ts.Identifier).text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}
