import words from './en';
import bots from './en.bots';
import bridge from './en.bridge';
import bridgeOptions from './en.bridge.options';
import deberts from './en.deberts';
import debertsOptions from './en.deberts.options';
import file from './en.file';
import options from './en.options';
import programs from './en.programs';
import rooms from './en.rooms';
import table from './en.table';

export default {
  messages: { ...words, ...bots, ...table, ...rooms, ...programs, ...deberts, ...bridge, ...file },
  options: { ...options, ...debertsOptions, ...bridgeOptions },
};
