/** Renders the body of a campaign for one partner, as HTML and as plain text. Pure. */
import { escapeHtml } from '../../kernel/escape-html.js'
import type { DocumentNode, Mark } from './document.js'
import { interpolate, type TemplateVariable, type VariableValues } from './variables.js'

const blockTags: Record<string, string> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  codeBlock: 'pre',
}
const markTags: Record<string, string> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' }

const textAttr = ({ attrs }: Pick<DocumentNode, 'attrs'>, name: string) => {
  const value = attrs?.[name]
  return typeof value === 'string' ? value : ''
}
const mentioned = (node: DocumentNode, values: VariableValues) =>
  values[textAttr(node, 'id') as TemplateVariable] ?? textAttr(node, 'fallback')

/** Values of variables are escaped like all other texts. */
export function renderHtml(node: DocumentNode, values: VariableValues): string {
  const inner = () => (node.content ?? []).map((child) => renderHtml(child, values)).join('')
  if (node.type === 'text') return withMarks(escapeHtml(interpolate(node.text ?? '', values)), node.marks, values)
  if (node.type === 'mention') return withMarks(escapeHtml(mentioned(node, values)), node.marks, values)
  if (node.type === 'hardBreak') return '<br>'
  if (node.type === 'horizontalRule') return '<hr>'
  if (node.type === 'image')
    return `<img src="${escapeHtml(textAttr(node, 'src'))}" alt="${escapeHtml(textAttr(node, 'alt'))}" style="max-width:100%">`
  const tag = node.type === 'heading' ? `h${headingLevel(node)}` : blockTags[node.type]
  return tag ? `<${tag}>${inner()}</${tag}>` : inner()
}

const headingLevel = ({ attrs }: DocumentNode) => ([1, 2, 3].includes(attrs?.level as number) ? (attrs?.level as number) : 2)

const withMarks = (html: string, marks: readonly Mark[] | undefined, values: VariableValues): string =>
  (marks ?? []).reduce((text, mark) => {
    if (mark.type !== 'link') return `<${markTags[mark.type]}>${text}</${markTags[mark.type]}>`
    const href = hrefOf(mark, values)
    return href ? `<a href="${escapeHtml(href)}">${text}</a>` : text
  }, html)

/** The address of a link. Values within it are encoded, so that a name with `&` stays one parameter. */
function hrefOf(link: Mark, values: VariableValues): string {
  const href = textAttr(link, 'href')
  const isWhole = href === '{{PartnerLink}}' || /^mailto:/i.test(href)
  return interpolate(href, isWhole ? values : encoded(values))
}

const encoded = (values: VariableValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value && encodeURIComponent(value)])) as VariableValues

/** Blocks are separated by an empty line; the address of a link follows its text. */
export const renderText = (node: DocumentNode, values: VariableValues): string =>
  textOf(node, values)
    .replace(/\n{3,}/g, '\n\n')
    .trim()

function textOf(node: DocumentNode, values: VariableValues): string {
  const parts = () => (node.content ?? []).map((child) => textOf(child, values))
  switch (node.type) {
    case 'text':
      return withAddress(interpolate(node.text ?? '', values), node.marks, values)
    case 'mention':
      return withAddress(mentioned(node, values), node.marks, values)
    case 'hardBreak':
      return '\n'
    case 'horizontalRule':
      return '---\n\n'
    case 'image':
      return textAttr(node, 'alt')
    case 'bulletList':
      return `${parts()
        .map((item) => `- ${item.trim()}`)
        .join('\n')}\n\n`
    case 'orderedList':
      return `${parts()
        .map((item, index) => `${index + 1}. ${item.trim()}`)
        .join('\n')}\n\n`
    case 'doc':
    case 'listItem':
    case 'blockquote':
      return parts().join('')
    default:
      return `${parts().join('')}\n\n`
  }
}

function withAddress(text: string, marks: readonly Mark[] | undefined, values: VariableValues): string {
  const link = marks?.find(({ type }) => type === 'link')
  const href = link ? hrefOf(link, values) : ''
  return href && href !== text ? `${text} (${href})` : text
}
