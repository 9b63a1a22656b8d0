/**
 * The body of a campaign as text with a few marks, and back: blank lines between paragraphs, `#` headings, `-` and `1.` lists, `>` quotes,
 * `**bold**`, `*italic*`, `[text](address)`. What it cannot express is kept as plain text.
 */

export interface Node {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: Node[]
}

const inline = /\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

function parseInline(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of text.matchAll(inline)) {
    const [found, bold, italic, label, href] = match
    if (match.index > end) nodes.push({ type: 'text', text: text.slice(end, match.index) })
    if (bold) nodes.push({ type: 'text', text: bold, marks: [{ type: 'bold' }] })
    else if (italic) nodes.push({ type: 'text', text: italic, marks: [{ type: 'italic' }] })
    else nodes.push({ type: 'text', text: label ?? '', marks: [{ type: 'link', attrs: { href } }] })
    end = match.index + found.length
  }
  if (end < text.length) nodes.push({ type: 'text', text: text.slice(end) })
  return nodes
}

/** The lines of a paragraph, with a break between them. */
const parseLines = (lines: string[]): Node[] =>
  lines.flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...parseInline(line)])

const paragraph = (lines: string[]): Node => ({ type: 'paragraph', content: parseLines(lines) })
const list = (type: string, lines: string[], mark: RegExp): Node => ({
  type,
  content: lines.map((line) => ({ type: 'listItem', content: [paragraph([line.replace(mark, '')])] })),
})

function parseBlock(block: string): Node {
  const lines = block.split('\n')
  const [first = ''] = lines
  const heading = /^(#{1,3}) /.exec(first)
  if (heading?.[1] && lines.length === 1)
    return { type: 'heading', attrs: { level: heading[1].length }, content: parseInline(first.slice(heading[0].length)) }
  if (/^-{3,}$/.test(block)) return { type: 'horizontalRule' }
  if (lines.every((line) => line.startsWith('- '))) return list('bulletList', lines, /^- /)
  if (lines.every((line) => /^\d+\. /.test(line))) return list('orderedList', lines, /^\d+\. /)
  if (lines.every((line) => line.startsWith('> '))) return { type: 'blockquote', content: [paragraph(lines.map((line) => line.slice(2)))] }
  return paragraph(lines)
}

export function parseMarkup(text: string): { type: 'doc'; content: Node[] } {
  const blocks = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
  return { type: 'doc', content: blocks.map(parseBlock) }
}

function printInline({ type, text = '', marks = [], attrs, content }: Node): string {
  if (type === 'hardBreak') return '\n'
  if (type === 'mention') return `{{${String(attrs?.id)}}}`
  if (content) return content.map(printInline).join('')
  return marks.reduce((marked, mark) => {
    if (mark.type === 'bold') return `**${marked}**`
    if (mark.type === 'italic') return `*${marked}*`
    return mark.type === 'link' ? `[${marked}](${String(mark.attrs?.href)})` : marked
  }, text)
}

function printBlock(node: Node): string {
  const { type, content = [], attrs } = node
  const text = () => content.map(printInline).join('')
  if (type === 'heading') return `${'#'.repeat(Number(attrs?.level ?? 1))} ${text()}`
  if (type === 'bulletList') return content.map((item) => `- ${printInline(item)}`).join('\n')
  if (type === 'orderedList') return content.map((item, index) => `${index + 1}. ${printInline(item)}`).join('\n')
  if (type === 'horizontalRule') return '---'
  if (type === 'blockquote')
    return text()
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')
  return text()
}

export const printMarkup = (doc: { content?: unknown[] }): string => ((doc.content ?? []) as Node[]).map(printBlock).join('\n\n')
