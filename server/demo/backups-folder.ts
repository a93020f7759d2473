import { join } from 'node:path'

/** Where the demo keeps its backups unless the configuration names folders: an institution would take another disk. */
export const demoBackups = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'backups')
