/** Text with marks: `**bold**`, `*italic*`, `__underlined__`, `~~struck~~`, `` `code` ``, `[text](address)`, `![text](address of an image)`. */
import { type Mark, mentionText, type Node, textAttr } from './document.js'

const spans = [
  { type: 'bold', sign: '**', pattern: String.raw`\*\*(?<bold>(?:\\.|[^\\])+?)\*\*(?!\*)` },
  { type: 'italic', sign: '*', pattern: String.raw`\*(?<italic>(?:\\.|[^\\*]|\*\*(?:\\.|[^\\*])+?\*\*)+?)\*` },
  { type: 'underline', sign: '__', pattern: String.raw`__(?<underline>(?:\\.|[^\\])+?)__` },
  { type: 'strike', sign: '~~', pattern: String.raw`~~(?<strike>(?:\\.|[^\\])+?)~~` },
  { type: 'code', sign: '`', pattern: '`(?<code>(?:\\\\.|[^\\\\`])+)`' },
] as const

const label = String.raw`\[(?<label>(?:\\.|[^\\\]])*)\]\((?<address>[^)\s]+)\)`
const inline = new RegExp(String.raw`\\(?<escaped>.)|(?<image>!)?${label}|${spans.map(({ pattern }) => pattern).join('|')}`, 'g')

const unescaped = (text: string) => text.replaceAll(/\\(.)/g, '$1')
/** Signs that could begin or end a mark. */
const escaped = (text: string) => text.replaceAll(/[\\*_~`[\]]/g, '\\$&')

const textNode = (text: string, marks: Mark[]): Node => ({ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) })

export function parseInline(text: string, marks: Mark[] = []): Node[] {
  const nodes: Node[] = []
  let plain = ''
  let end = 0
  const flush = () => {
    if (plain !== '') nodes.push(textNode(plain, marks))
    plain = ''
  }
  for (const { 0: found, index, groups = {} } of text.matchAll(inline)) {
    plain += text.slice(end, index)
    end = index + found.length
    if (groups.escaped !== undefined) {
      plain += groups.escaped
      continue
    }
    flush()
    nodes.push(...spanNodes(groups, marks))
  }
  plain += text.slice(end)
  flush()
  return nodes
}

function spanNodes({ image, label, address = '', ...found }: Record<string, string | undefined>, marks: Mark[]): Node[] {
  if (image) return [{ type: 'image', attrs: { src: address, alt: unescaped(label ?? '') } }]
  if (label !== undefined) return parseInline(label, [...marks, { type: 'link', attrs: { href: address } }])
  const type = spans.find((span) => found[span.type] !== undefined)?.type ?? 'bold'
  return parseInline(found[type] ?? '', [...marks, { type }])
}

const markKey = (mark: Mark) => `${mark.type} ${textAttr(mark, 'href')}`
const withoutMark = (node: Node, key: string): Node => ({ ...node, marks: (node.marks ?? []).filter((mark) => markKey(mark) !== key) })
const outermostFirst = ['link', ...spans.map(({ type }) => type)] as string[]

export function printInline(nodes: readonly Node[]): string {
  let text = ''
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index] as Node
    const mark = outermostFirst.flatMap((type) => (node.marks ?? []).filter((one) => one.type === type))[0]
    if (!mark) {
      text += printPlain(node)
      index++
      continue
    }
    // Neighbours with the same mark share it.
    const key = markKey(mark)
    const own: Node[] = []
    while (nodes[index]?.marks?.some((one) => markKey(one) === key)) own.push(withoutMark(nodes[index++] as Node, key))
    text += printMarked(mark, printInline(own))
  }
  return text
}

function printMarked(mark: Mark, text: string): string {
  if (mark.type === 'link') return `[${text}](${textAttr(mark, 'href')})`
  const sign = spans.find(({ type }) => type === mark.type)?.sign ?? ''
  return `${sign}${text}${sign}`
}

function printPlain(node: Node): string {
  if (node.type === 'hardBreak') return '\n'
  if (node.type === 'image') return `![${escaped(textAttr(node, 'alt'))}](${textAttr(node, 'src')})`
  if (node.type === 'mention') return mentionText(node)
  return escaped(node.text ?? '')
}
