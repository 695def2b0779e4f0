/** Whether a file may be a project or a timeline of another program, by its name and type: the API looks into it. */
export const isTimelineFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /\.(zip|otio|json)$/i.test(name) || type === 'application/zip' || type === 'application/json';
