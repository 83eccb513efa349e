import words from './en';
import bots from './en.bots';
import bridge from './en.bridge';
import bridgeOptions from './en.bridge.options';
import deberts from './en.deberts';
import debertsOptions from './en.deberts.options';
import options from './en.options';
import rooms from './en.rooms';
import table from './en.table';

export default {
  messages: { ...words, ...bots, ...table, ...rooms, ...deberts, ...bridge },
  options: { ...options, ...debertsOptions, ...bridgeOptions },
};
