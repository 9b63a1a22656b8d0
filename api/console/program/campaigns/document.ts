/** The body of a campaign as a tree, and the parts of it that an email shows. */

export interface Mark {
  type: string
  attrs?: Record<string, unknown>
}

export interface Node {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: Mark[]
  content?: Node[]
}

export const textAttr = ({ attrs }: { attrs?: Record<string, unknown> }, name: string): string => {
  const value = attrs?.[name]
  return typeof value === 'string' ? value : ''
}

/** A variable with the text that stands in for a missing value. Emails replace it within texts. */
export const mentionText = (node: Node): string => {
  const fallback = textAttr(node, 'fallback')
  return `{{${textAttr(node, 'id')}${fallback ? `|${fallback}` : ''}}}`
}

export const headingLevel = (node: Node): number => {
  const level = Number(node.attrs?.level)
  return [1, 2, 3].includes(level) ? level : 2
}

const shownAttrs = (node: Node): unknown[] => {
  if (node.type === 'heading') return [headingLevel(node)]
  return node.type === 'image' ? [textAttr(node, 'src'), textAttr(node, 'alt')] : []
}

const shownMarks = ({ marks = [] }: Node): string[] => marks.map((mark) => `${mark.type} ${textAttr(mark, 'href')}`).toSorted()

type Shown = { text: string; marks: string } | { type: string; attrs: unknown[]; content: Shown[] }

/** What an email shows of a node: two nodes with the same description look the same. */
function shownOf(node: Node): Shown {
  if (node.type === 'text' || node.type === 'mention') return { text: node.text ?? mentionText(node), marks: shownMarks(node).join() }
  const content: Shown[] = []
  for (const child of (node.content ?? []).map(shownOf)) {
    const last = content.at(-1)
    // Neighbours with the same marks are one text.
    if (last && 'text' in last && 'text' in child && last.marks === child.marks) last.text += child.text
    else if (!('text' in child) || child.text !== '') content.push(child)
  }
  return { type: node.type, attrs: shownAttrs(node), content }
}

export const looksLike = (one: readonly Node[], other: readonly Node[]): boolean =>
  JSON.stringify(one.map(shownOf)) === JSON.stringify(other.map(shownOf))
