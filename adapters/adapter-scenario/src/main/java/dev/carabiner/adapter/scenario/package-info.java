/**
 * One scenario for every agent that Carabiner can guard. Open {@link dev.carabiner.adapter.scenario.SameEverywhereContract}
 * first: the tests of an adapter inherit it, and say how its framework plays the script.
 */
package dev.carabiner.adapter.scenario;
