/** The editor of rich text. It is loaded with the first text that is edited. */
import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type CampaignSchema, campaignSchema, readDocument, type StoredNode, writeDocument } from './schema.js'

export type ActionName =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'code'
  | 'paragraph'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'bulletList'
  | 'orderedList'
  | 'blockquote'
  | 'codeBlock'
  | 'horizontalRule'
  | 'outdent'
  | 'undo'
  | 'redo'

export interface Editor {
  run(action: ActionName): void
  /** Inserts an image or a variable in place of the selection. */
  insert(type: 'image' | 'mention', attrs: Record<string, string>): void
  /** Links the selection, or the address itself if nothing is selected. Without an address, removes the link. */
  link(href: string): void
  close(): void
}

interface Options {
  stored: StoredNode
  attributes: Record<string, string>
  sourceOf: (address: string) => string
  onChange: (stored: StoredNode) => void
  /** Receives the marks and blocks at the selection. */
  onSelect: (active: ReadonlySet<string>) => void
}

/** Null if the document has a structure that the editor cannot show. */
export function openEditor(place: HTMLElement, { stored, attributes, sourceOf, onChange, onSelect }: Options): Editor | null {
  const schema = campaignSchema(sourceOf)
  const document = readDocument(schema, stored)
  if (!document) return null
  const commands = commandsOf(schema)
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({ doc: document, plugins: pluginsOf(schema, commands) }),
    attributes,
    editable: () => !place.matches('fieldset:disabled *'),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      if (transaction.docChanged) onChange(writeDocument(view.state.doc))
      onSelect(activeIn(view.state))
    },
  })
  const run = (command: Command) => {
    command(view.state, view.dispatch)
    view.focus()
  }
  return {
    run: (action) => run(commands[action]),
    insert: (type, attrs) =>
      run((state, dispatch) => {
        dispatch?.(state.tr.replaceSelectionWith(schema.node(type, attrs)).scrollIntoView())
        return true
      }),
    link: (href) => run(linkCommand(schema, href)),
    close: () => view.destroy(),
  }
}

function commandsOf({ nodes, marks }: CampaignSchema): Record<ActionName, Command> {
  const heading = (level: number) => setBlockType(nodes.heading, { level })
  return {
    bold: toggleMark(marks.bold),
    italic: toggleMark(marks.italic),
    underline: toggleMark(marks.underline),
    strike: toggleMark(marks.strike),
    code: toggleMark(marks.code),
    paragraph: setBlockType(nodes.paragraph),
    heading1: heading(1),
    heading2: heading(2),
    heading3: heading(3),
    bulletList: wrapInList(nodes.bulletList),
    orderedList: wrapInList(nodes.orderedList),
    blockquote: wrapIn(nodes.blockquote),
    codeBlock: setBlockType(nodes.codeBlock),
    horizontalRule(state, dispatch) {
      dispatch?.(state.tr.replaceSelectionWith(nodes.horizontalRule.create()).scrollIntoView())
      return true
    },
    outdent: chainCommands(liftListItem(nodes.listItem), lift),
    undo,
    redo,
  }
}

function pluginsOf({ nodes }: CampaignSchema, commands: Record<ActionName, Command>) {
  const lineBreak: Command = (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.hardBreak.create()).scrollIntoView())
    return true
  }
  return [
    history(),
    inputRules({
      rules: [
        textblockTypeInputRule(/^(#{1,3})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
        textblockTypeInputRule(/^```$/, nodes.codeBlock),
        wrappingInputRule(/^\s*[-*]\s$/, nodes.bulletList),
        wrappingInputRule(/^\s*1\.\s$/, nodes.orderedList),
        wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      ],
    }),
    // Tab leaves the editor, as it leaves every field.
    keymap({
      'Mod-b': commands.bold,
      'Mod-i': commands.italic,
      'Mod-u': commands.underline,
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-]': sinkListItem(nodes.listItem),
      'Mod-[': commands.outdent,
      'Shift-Enter': chainCommands(exitCode, lineBreak),
      Enter: splitListItem(nodes.listItem),
    }),
    keymap(baseKeymap),
  ]
}

const linkCommand =
  (schema: CampaignSchema, href: string): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection
    if (href === '') dispatch?.(state.tr.removeMark(from, to, schema.marks.link))
    else if (empty) dispatch?.(state.tr.replaceSelectionWith(schema.text(href, [schema.marks.link.create({ href })]), false))
    else dispatch?.(state.tr.addMark(from, to, schema.marks.link.create({ href })))
    return true
  }

function activeIn(state: EditorState): ReadonlySet<string> {
  const { from, $from, to, empty } = state.selection
  const names = new Set<string>()
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type, attrs } = $from.node(depth)
    names.add(type.name === 'heading' ? `heading${Number(attrs.level)}` : type.name)
  }
  for (const mark of Object.values(state.schema.marks)) {
    const isActive = empty ? mark.isInSet(state.storedMarks ?? $from.marks()) : state.doc.rangeHasMark(from, to, mark)
    if (isActive) names.add(mark.name)
  }
  return names
}
