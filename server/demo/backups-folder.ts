/**
 * Where the demo keeps its backups unless the configuration names folders: beside its data, never in it; an institution
 * would take another disk.
 */
export const demoBackups = ({ dataDir }: { dataDir: string }): string => `${dataDir}-backups`
