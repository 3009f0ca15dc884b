// A box that is opened a little: its own light falls on the table.
#version 3.7;
global_settings {
  assumed_gamma 1 max_trace_level 5
  radiosity { count 60 error_bound 0.5 recursion_limit 1 pretrace_start 0.08 pretrace_end 0.01 brightness 1 }
}
camera { location <1.7, 2.5, -5.2> right x * 4 / 3 up y direction z * 1.75 look_at <0, 0.62, 0> }
background { rgb <0.75, 0.68, 0.95> * 0.55 }
light_source {
  <-4, 6, -4> rgb <1, 0.96, 1> * 0.85
  area_light x * 3, <0, 2.1, -2.1>, 5, 5 adaptive 1 jitter circular orient
}
#include "shapes.inc"
#declare Paper = texture {
  pigment { rgb <0.20, 0.05, 0.52> } finish { ambient 0 diffuse 0.75 specular 0.18 roughness 0.06 } normal { granite 0.03 scale 0.15 }
}
#declare Ribbon = texture { pigment { rgb <0.93, 0.80, 0.62> } finish { ambient 0 diffuse 0.7 specular 0.5 roughness 0.03 } }
difference {
  object { Round_Box_Union(<-0.8, 0, -0.8>, <0.8, 1.0, 0.8>, 0.02) texture { Paper } }
  box { <-0.74, 0.06, -0.74>, <0.74, 1.2, 0.74> pigment { rgb <1, 0.80, 0.66> } finish { ambient 0 diffuse 0.6 emission <1.0, 0.55, 0.42> * 0.9 } }
}
light_source { <0, 0.86, 0> rgb <1, 0.58, 0.42> * 1.6 fade_distance 0.8 fade_power 2 area_light x, z, 3, 3 adaptive 1 }
union {
  object { Round_Box_Union(<-0.85, 0, -0.85>, <0.85, 0.30, 0.85>, 0.02) texture { Paper } }
  box { <-0.11, -0.001, -0.853>, <0.11, 0.304, 0.853> texture { Ribbon } }
  box { <-0.853, -0.001, -0.11>, <0.853, 0.304, 0.11> texture { Ribbon } }
  torus { 0.24, 0.045 rotate x * 90 scale <1, 0.75, 1.6> rotate y * 35 translate <-0.2, 0.44, 0> texture { Ribbon } }
  torus { 0.24, 0.045 rotate x * 90 scale <1, 0.75, 1.6> rotate y * -35 translate <0.2, 0.44, 0> texture { Ribbon } }
  sphere { <0, 0.36, 0>, 0.09 texture { Ribbon } }
  translate <0, -0.02, -0.85> rotate x * 27 translate <0, 1.03, 0.85>
}
box { <-0.11, 0.0, -0.803>, <0.11, 0.99, -0.7> texture { Ribbon } }
box { <0.7, 0.0, -0.11>, <0.803, 0.99, 0.11> texture { Ribbon } }
plane { y, 0 pigment { rgb <0.80, 0.74, 0.93> } finish { ambient 0 diffuse 0.8 reflection { 0.01, 0.12 } } }
plane { -z, -4.5 pigment { rgb <0.80, 0.74, 0.93> } finish { ambient 0 diffuse 0.8 } }
