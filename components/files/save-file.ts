/** Some browsers begin to read a file only after the task that gave it to them. */
const KEPT_MS = 60_000;

/** Gives a file to the browser to be saved. */
export function saveFile(content: BlobPart, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
