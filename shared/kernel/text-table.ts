/** Tables as text: aligned columns for the terminal, Markdown for the documentation. */

/** Aligned columns, two spaces apart. The last column is not padded. */
export function textTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)))
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => (index === cells.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd()
  return [head, head.map((title) => '-'.repeat(title.length)), ...rows].map(line).join('\n')
}

export function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll(/[|*]/g, '\\$&')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
