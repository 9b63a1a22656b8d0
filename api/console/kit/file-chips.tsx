/** Chosen files, each with a button that removes it. */
interface FileChipsProps {
  files: { id: string; fileName: string }[]
  onRemove: (id: string) => void
}

export const FileChips = ({ files, onRemove }: FileChipsProps) => (
  <ul class="chips" hidden={files.length === 0}>
    {files.map(({ id, fileName }) => (
      <li key={id}>
        <button type="button" class="chip" aria-label={`Remove ${fileName}`} onClick={() => onRemove(id)}>
          {fileName} ×
        </button>
      </li>
    ))}
  </ul>
)
