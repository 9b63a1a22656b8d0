/**
 * The body of a campaign as text with a few marks, and back: blank lines between paragraphs, `#` headings, `-` and `1.` lists, which may be
 * indented, `>` quotes, fences of three backticks around code, and the marks of `inline-markup.ts`. A block that the text cannot express
 * has a line that stands for it, so that nothing is lost.
 */
import { headingLevel, looksLike, type Node } from './document.js'
import { parseInline, printInline } from './inline-markup.js'

const item = /^(- |\d+\. )/
const fence = '```'
const kept = (number: number) => `[[Block ${number} stays as it is]]`
const keptLine = /^\[\[Block (\d+) stays as it is\]\]$/

const startsBlock = (line: string) => /^(#{1,3} |-{3,}$|- |\d+\. |>|```)/.test(line) || keptLine.test(line)
const paragraph = (lines: string[]): Node => ({
  type: 'paragraph',
  content: lines.flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...parseInline(line)]),
})

/** Removes the lines from the front that belong to the first block, and returns it. */
function takeBlock(lines: string[]): Node {
  const take = (belongs: (line: string) => boolean) => {
    const end = lines.findIndex((line) => !belongs(line))
    return lines.splice(0, end === -1 ? lines.length : end)
  }
  const first = lines[0] ?? ''
  const heading = /^(#{1,3}) (.*)$/.exec(first)
  const single = (node: Node) => {
    lines.shift()
    return node
  }
  if (heading) return single({ type: 'heading', attrs: { level: heading[1]?.length }, content: parseInline(heading[2] ?? '') })
  if (/^-{3,}$/.test(first)) return single({ type: 'horizontalRule' })
  if (first === '\\') return single({ type: 'paragraph', content: [] })
  if (first === fence) {
    lines.shift()
    const text = take((line) => line !== fence).join('\n')
    return single({ type: 'codeBlock', content: text === '' ? [] : [{ type: 'text', text }] })
  }
  if (first.startsWith('>'))
    return { type: 'blockquote', content: parseBlocks(take((line) => line.startsWith('>')).map((line) => line.replace(/^> ?/, ''))) }
  if (item.test(first)) return takeList(lines, first.startsWith('- '))
  const own = [lines.shift() ?? '', ...take((line) => line.trim() !== '' && !startsBlock(line))]
  const content = paragraph(own)
  const [image, ...more] = content.content ?? []
  return image?.type === 'image' && more.length === 0 ? image : content
}

function takeList(lines: string[], isBullet: boolean): Node {
  const mark = isBullet ? /^- / : /^\d+\. /
  const items: Node[] = []
  while (mark.test(lines[0] ?? '')) {
    const width = mark.exec(lines[0] ?? '')?.[0].length ?? 0
    const own = [(lines.shift() ?? '').slice(width)]
    const indent = ' '.repeat(width)
    // A blank line belongs to the item if the next line is indented.
    while (lines[0]?.startsWith(indent) || (lines[0]?.trim() === '' && lines[1]?.startsWith(indent)))
      own.push((lines.shift() ?? '').slice(width))
    items.push({ type: 'listItem', content: parseBlocks(own) })
  }
  return { type: isBullet ? 'bulletList' : 'orderedList', content: items }
}

function parseBlocks(lines: string[]): Node[] {
  const blocks: Node[] = []
  const left = [...lines]
  while (left.length > 0) {
    if (left[0]?.trim() === '') left.shift()
    else blocks.push(takeBlock(left))
  }
  return blocks
}

/** `original` has the blocks that the text names instead of containing them. */
export function parseMarkup(text: string, original: readonly Node[] = []): { type: 'doc'; content: Node[] } {
  const named = (node: Node): Node | undefined => {
    const number = keptLine.exec(node.type === 'paragraph' ? printedText(node) : '')?.[1]
    return number === undefined ? undefined : original[Number(number) - 1]
  }
  return { type: 'doc', content: parseBlocks(text.replaceAll('\r\n', '\n').split('\n')).map((node) => named(node) ?? node) }
}

const printedText = ({ content = [] }: Node) => content.map(({ text = '' }) => text).join('')

/** Lines of a paragraph that would begin another block. */
const escapedLine = (line: string) => line.replace(/^(#{1,3} |-|>)/, '\\$1').replace(/^(\d+)\. /, '$1\\. ')

function printBlock(node: Node): string {
  const { type, content = [] } = node
  if (type === 'heading') return `${'#'.repeat(headingLevel(node))} ${printInline(content)}`
  if (type === 'horizontalRule') return '---'
  if (type === 'image') return printInline([node])
  if (type === 'codeBlock') return [fence, ...(content.length > 0 ? [printedText(node)] : []), fence].join('\n')
  if (type === 'blockquote')
    return printBlocks(content)
      .split('\n')
      .map((line) => (line === '' ? '>' : `> ${line}`))
      .join('\n')
  if (type === 'bulletList' || type === 'orderedList')
    return content.map((one, index) => printItem(one, type === 'bulletList' ? '- ' : `${index + 1}. `)).join('\n')
  if (content.length === 0) return '\\'
  return printInline(content).split('\n').map(escapedLine).join('\n')
}

const printItem = ({ content = [] }: Node, mark: string) =>
  printBlocks(content)
    .split('\n')
    .map((line, index) => (index === 0 ? mark : line === '' ? '' : ' '.repeat(mark.length)) + line)
    .join('\n')

const printBlocks = (blocks: readonly Node[]) => blocks.map(printBlock).join('\n\n')

export function printMarkup({ content = [] }: { content?: unknown[] }): string {
  return (content as Node[])
    .map((node, index) => {
      const printed = printBlock(node)
      return looksLike(parseMarkup(printed).content, [node]) ? printed : kept(index + 1)
    })
    .join('\n\n')
}
