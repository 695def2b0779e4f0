/** Whether a file may be a project or timeline of another program, by its name and type. The API inspects the content. */
export const isTimelineFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /\.(zip|otio|json)$/i.test(name) || type === 'application/zip' || type === 'application/json';
