/** What the body of a campaign can contain, as the service accepts it, and how the editor shows it. */
import { type Attrs, type DOMOutputSpec, type MarkSpec, type Node as DocumentNode, type NodeSpec, Schema } from 'prosemirror-model'
import { isLinkTarget, isWebAddress } from './content.js'

const tag = (name: string) => ({ parseDOM: [{ tag: name }], toDOM: (): DOMOutputSpec => [name, 0] })
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** `{{PartnerName|there}}` */
const variableText = ({ id, fallback }: Attrs) => `{{${text(id)}${fallback ? `|${text(fallback)}` : ''}}}`

type SourceOf = (address: string) => string

const imageNode = (group: 'block' | 'inline', sourceOf: SourceOf) => ({
  group,
  inline: group === 'inline',
  attrs: { src: {}, alt: { default: '' } },
  parseDOM: [
    {
      tag: 'img',
      getAttrs(element: HTMLElement) {
        const src = element.dataset.address ?? element.getAttribute('src') ?? ''
        return isWebAddress(src) && { src, alt: element.getAttribute('alt') ?? '' }
      },
    },
  ],
  toDOM: ({ attrs: { src, alt } }: DocumentNode): DOMOutputSpec => [
    'img',
    { src: sourceOf(text(src)), alt: text(alt), 'data-address': text(src) },
  ],
})

const blocks = {
  doc: { content: 'block+' },
  paragraph: { group: 'block', content: 'inline*', ...tag('p') },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 2 } },
    parseDOM: [1, 2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }): DOMOutputSpec => [`h${Number(attrs.level)}`, 0],
  },
  bulletList: { group: 'block', content: 'listItem+', ...tag('ul') },
  orderedList: { group: 'block', content: 'listItem+', ...tag('ol') },
  listItem: { content: 'block+', defining: true, ...tag('li') },
  blockquote: { group: 'block', content: 'block+', defining: true, ...tag('blockquote') },
  codeBlock: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: (): DOMOutputSpec => ['pre', ['code', 0]],
  },
  horizontalRule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: (): DOMOutputSpec => ['hr'] },
} satisfies Record<string, NodeSpec>

const inlines = {
  text: { group: 'inline' },
  hardBreak: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: (): DOMOutputSpec => ['br'] },
  mention: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { id: {}, fallback: { default: '' } },
    parseDOM: [{ tag: 'span[data-variable]', getAttrs: ({ dataset }) => ({ id: dataset.variable, fallback: dataset.fallback ?? '' }) }],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'span',
      { class: 'variable', 'data-variable': text(attrs.id), 'data-fallback': text(attrs.fallback) },
      variableText(attrs),
    ],
  },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs(element) {
          const href = element.dataset.address ?? element.getAttribute('href') ?? ''
          return isLinkTarget(href) && { href }
        },
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => ['a', { href: '#', 'data-address': text(attrs.href), title: text(attrs.href) }, 0],
  },
  bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: (): DOMOutputSpec => ['strong', 0] },
  italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: (): DOMOutputSpec => ['em', 0] },
  underline: tag('u'),
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: (): DOMOutputSpec => ['s', 0] },
  code: tag('code'),
} satisfies Record<string, MarkSpec>

/** Pasted text keeps only what the schema knows. `sourceOf` returns the address from which the console loads an image. */
export const campaignSchema = (sourceOf: SourceOf) =>
  new Schema({
    nodes: {
      ...blocks,
      image: imageNode('block', sourceOf),
      /** Stored as an image as well: the service accepts it everywhere. */
      inlineImage: imageNode('inline', sourceOf),
      ...inlines,
    },
    marks,
  })

export type CampaignSchema = ReturnType<typeof campaignSchema>

export interface StoredNode {
  type: string
  text?: string
  attrs?: Record<string, unknown> | null
  marks?: unknown[]
  content?: StoredNode[]
}

/** A stored document for the editor; null if it has a structure that the editor cannot show. */
export function readDocument(schema: CampaignSchema, stored: StoredNode): DocumentNode | null {
  try {
    const document = schema.nodeFromJSON(prepared(stored, stored.type))
    document.check()
    return document
  } catch {
    return null
  }
}

const textBlocks = new Set(['paragraph', 'heading'])

function prepared(node: StoredNode, parent: string): StoredNode {
  const { attrs, content = [], ...own } = node
  const children = content.filter((child) => child.type !== 'text' || child.text !== '').map((child) => prepared(child, node.type))
  const level = [1, 2, 3].includes(Number(attrs?.level)) ? Number(attrs?.level) : 2
  return {
    ...own,
    ...(node.type === 'image' && textBlocks.has(parent) ? { type: 'inlineImage' } : {}),
    ...(node.type === 'heading' ? { attrs: { level } } : attrs ? { attrs } : {}),
    content: node.type === 'doc' && children.length === 0 ? [{ type: 'paragraph' }] : children,
  }
}

/** The document as the service stores it. */
export const writeDocument = (document: DocumentNode): StoredNode => stored(document.toJSON() as StoredNode)

const stored = ({ type, content, ...own }: StoredNode): StoredNode => ({
  type: type === 'inlineImage' ? 'image' : type,
  ...own,
  ...(content ? { content: content.map(stored) } : {}),
})
