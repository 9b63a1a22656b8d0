/** The body of a campaign: a rich text document as editors store it. Pure. */
import { isTemplateVariable, templateVariables } from './variables.js'

export interface Mark {
  type: string
  attrs?: Record<string, unknown>
}

export interface DocumentNode {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: Mark[]
  content?: DocumentNode[]
}

export const emptyDocument = { type: 'doc', content: [] } as const satisfies DocumentNode

/** Nodes that contain others. */
export const containerTypes = ['doc', 'paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'codeBlock'] as const
const leafTypes = ['text', 'hardBreak', 'horizontalRule', 'image', 'mention'] as const
export const markTypes = ['bold', 'italic', 'underline', 'strike', 'code', 'link'] as const

export const maxDocumentLength = 100_000
const maxDepth = 30

const isOneOf = (names: readonly string[], value: unknown) => names.includes(value as string)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with a document, or null. Everything that is accepted can be shown in an email. */
export function documentError(value: unknown): string | null {
  if (JSON.stringify(value).length > maxDocumentLength) return `must have at most ${maxDocumentLength} characters as JSON.`
  if (!isObject(value) || value.type !== 'doc') return 'must be a document: an object with the type doc.'
  return nodeError(value, 'bodyJson', 0)
}

function nodeError(node: unknown, path: string, depth: number): string | null {
  if (!isObject(node)) return `has no object at ${path}.`
  if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels at ${path}.`
  const { type, content = [], marks = [] } = node
  if (depth > 0 && type === 'doc') return `has a document inside of a document at ${path}.`
  if (!isOneOf(containerTypes, type) && !isOneOf(leafTypes, type))
    return `has the unknown type ${JSON.stringify(type)} at ${path}. Use one of ${[...containerTypes, ...leafTypes].join(', ')}.`
  if (!Array.isArray(content)) return `needs a list in ${path}.content.`
  if (!Array.isArray(marks)) return `needs a list in ${path}.marks.`
  const own = leafError(node, path) ?? firstError(marks, (mark, index) => markError(mark, `${path}.marks[${index}]`))
  return own ?? firstError(content, (child, index) => nodeError(child, `${path}.content[${index}]`, depth + 1))
}

function leafError({ type, text, attrs }: Record<string, unknown>, path: string): string | null {
  if (attrs !== undefined && attrs !== null && !isObject(attrs)) return `needs an object in ${path}.attrs.`
  const { src, id } = attrs ?? {}
  if (type === 'text' && typeof text !== 'string') return `needs a text in ${path}.text.`
  if (type === 'image' && !isWebAddress(src)) return `needs an address that starts with https:// in ${path}.attrs.src.`
  if (type === 'mention' && !isTemplateVariable(id)) return `needs one of ${templateVariables.join(', ')} in ${path}.attrs.id.`
  return null
}

function markError(mark: unknown, path: string): string | null {
  if (!isObject(mark) || !isOneOf(markTypes, mark.type)) return `has an unknown mark at ${path}. Use one of ${markTypes.join(', ')}.`
  const { href } = (mark.attrs ?? {}) as Record<string, unknown>
  return mark.type === 'link' && !isLinkTarget(href) ? `needs an http, https or mailto address in ${path}.attrs.href.` : null
}

function firstError<Item>(items: readonly Item[], errorOf: (item: Item, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const error = errorOf(item, index)
    if (error !== null) return error
  }
  return null
}

const isWebAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\/[^\s]+$/i.test(value)
/** `{{PartnerLink}}` becomes the address of the partner's link. */
const isLinkTarget = (value: unknown) =>
  isWebAddress(value) || (typeof value === 'string' && (/^mailto:[^\s]+$/i.test(value) || value === '{{PartnerLink}}'))
