import words from './uk';
import bots from './uk.bots';
import bridge from './uk.bridge';
import bridgeOptions from './uk.bridge.options';
import deberts from './uk.deberts';
import debertsOptions from './uk.deberts.options';
import file from './uk.file';
import options from './uk.options';
import programs from './uk.programs';
import rooms from './uk.rooms';
import table from './uk.table';

export default {
  messages: { ...words, ...bots, ...table, ...rooms, ...programs, ...deberts, ...bridge, ...file },
  options: { ...options, ...debertsOptions, ...bridgeOptions },
};
