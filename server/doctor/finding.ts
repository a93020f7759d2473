/** Something that the doctor found. */
export type Finding = {
  /** Name of the check, for programs. */
  check: string
  /**
   * `grave`: something is lost, or wrong for people, and people must act; `light`: wrong, and repair sets it right;
   * `note`: passes by itself, or is somebody's to look at.
   */
  level: 'grave' | 'light' | 'note'
  /** What it is, what it means and what to do, in plain words. */
  said: string
  isMended: boolean
}
